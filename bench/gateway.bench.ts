import { loadavg } from 'node:os'
import { casesOf } from './gateway/cases.ts'
import { holdBack, holdMany } from './gateway/hold.ts'
import { keepApart } from './gateway/places.ts'
import { start, startForeign } from './gateway/processes.ts'
import { saturate } from './gateway/saturate.ts'

// `npm run bench gateway [rounds] [answers]`: ours beside a raw pipe, Portkey's gateway and an AI SDK handler, in one run, in turns.
// SLOW=0 leaves the slow streams out, PLACES=free leaves the cores to the system.

const rounds = Number(process.argv[2] ?? 9)
const answers = Number(process.argv[3] ?? 300)
const streams = Number(process.env['SLOW'] ?? 5000)
const PORTKEY = '../node_modules/@portkey-ai/gateway/build/start-server.js'

const model = await start('upstream.ts')
const upstream = `http://127.0.0.1:${model.port}`
const peers = {
  raw: await start('proxies/raw.ts', { UPSTREAM: upstream }),
  ours: await start('proxies/parley.ts', { UPSTREAM: upstream }),
  aiSdk: await start('proxies/ai-sdk.ts', { UPSTREAM: upstream }),
  portkey: await startForeign(PORTKEY),
}

const load = () => console.log(`\nload of the machine: ${loadavg()[0]?.toFixed(1)}`)
try {
  load()
  if (rounds > 0) {
    const proxies = Object.values(peers).map(({ pid }) => pid)
    const letGo = process.env['PLACES'] === 'free' ? undefined : keepApart(model.pid, proxies)
    console.log(
      letGo ? 'the model has a core for itself, the proxy shares the other with the readers' : 'the system deals out the cores',
    )
    await saturate(casesOf({ upstream, ...peers }), rounds, answers)
    letGo?.()
  }
  load()
  if (streams > 0) {
    await holdMany(upstream, streams)
    await holdBack(upstream)
  }
} finally {
  for (const one of [model, ...Object.values(peers)]) one.stop()
}
