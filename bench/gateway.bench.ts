import { hangUp, load, type Target } from './gateway/load.ts'
import { cpuOf, memoryOf, type Running, start, startForeign } from './gateway/processes.ts'

// `npm run bench gateway [rounds] [answers]`: ours beside a raw pipe, Portkey's gateway and an AI SDK handler, in one run, in turns.

const rounds = Number(process.argv[2] ?? 9)
const answers = Number(process.argv[3] ?? 150)
const SLOW_STREAMS = Number(process.env['SLOW'] ?? 5000)
const TOKENS = { text: 200, call: 262 }
const WARM_UP = 1500
const PORTKEY = '../node_modules/@portkey-ai/gateway/build/start-server.js'

const tools = [
  {
    type: 'function',
    function: {
      name: 'write_file',
      description: 'Writes a file',
      parameters: { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } },
    },
  },
]
const pageTools = {
  write_file: {
    description: 'Writes a file',
    parameters: { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } },
  },
}
const openai = (model: string, more: object = {}) => ({
  model,
  stream: true,
  messages: [{ role: 'user', content: 'hi' }],
  ...more,
})
const chat = (model: string, toolParadigm: string) => ({
  messages: [{ role: 'user', content: 'hi' }],
  tools: pageTools,
  config: { model, toolParadigm },
})

interface Case {
  readonly name: string
  readonly what: keyof typeof TOKENS
  readonly proxy: Running
  readonly target: Target
  readonly goal?: number
}

const upstream = await start('upstream.ts')
const address = `http://127.0.0.1:${upstream.port}`
const raw = await start('proxies/raw.ts', { UPSTREAM: address })
const ours = await start('proxies/parley.ts', { UPSTREAM: address })
const aiSdk = await start('proxies/ai-sdk.ts', { UPSTREAM: address })
const portkey = await startForeign(PORTKEY)
const everybody = [upstream, raw, ours, aiSdk, portkey]

const at = (
  proxy: Running,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Pick<Case, 'proxy' | 'target'> => ({ proxy, target: { port: proxy.port, path, body, headers } })
const viaPortkey = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${address}/v1`, authorization: 'Bearer none' }
const cases: readonly Case[] = [
  { name: 'raw node:http', what: 'text', ...at(raw, '/', openai('text')) },
  { name: 'Parley, pass-through', what: 'text', goal: 1.15, ...at(ours, '/v1/chat/completions', openai('native/text')) },
  {
    name: 'Parley, dialect to native',
    what: 'text',
    goal: 1.3,
    ...at(ours, '/v1/chat/completions', openai('hermes/text', { tools })),
  },
  { name: 'Parley, /api/chat', what: 'text', goal: 1.3, ...at(ours, '/api/chat', chat('hermes/text', 'hermes')) },
  { name: 'Portkey gateway', what: 'text', ...at(portkey, '/v1/chat/completions', openai('text'), viaPortkey) },
  { name: 'AI SDK streamText', what: 'text', ...at(aiSdk, '/api/chat', { model: 'text' }) },
  { name: 'raw node:http', what: 'call', ...at(raw, '/', openai('call')) },
  {
    name: 'Parley, dialect to native',
    what: 'call',
    goal: 1.5,
    ...at(ours, '/v1/chat/completions', openai('hermes/call', { tools })),
  },
  { name: 'Parley, /api/chat', what: 'call', goal: 1.5, ...at(ours, '/api/chat', chat('hermes/call', 'hermes')) },
]

try {
  await saturate()
  await hold()
} finally {
  for (const one of everybody) one.stop()
}

/** The same request to a model that says almost nothing. */
function shortened(body: object): object {
  return JSON.parse(JSON.stringify(body).replace(/"model":"(\w+\/)?\w+"/, '"model":"$1empty"'))
}

function median(values: number[]): number {
  return values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}

async function saturate(): Promise<void> {
  const measured = new Map<Case, { cpu: number; rate: number }[]>(cases.map((one) => [one, []]))
  // Short answers are enough for the compiler to learn what is hot.
  for (const one of cases) await load({ ...one.target, body: shortened(one.target.body) }, WARM_UP)
  for (let round = 0; round < rounds; round++) {
    for (const one of round % 2 === 0 ? cases : cases.toReversed()) {
      const count = one.proxy === aiSdk ? Math.ceil(answers / 4) : answers
      hangUp()
      await load(one.target, Math.ceil(count / 4))
      const before = cpuOf(one.proxy.pid)
      const since = performance.now()
      await load(one.target, count)
      const tokens = count * TOKENS[one.what]
      measured
        .get(one)
        ?.push({ cpu: (cpuOf(one.proxy.pid) - before) / tokens, rate: (tokens * 1000) / (performance.now() - since) })
    }
  }
  for (const what of ['text', 'call'] as const) {
    const rows = cases
      .filter((one) => one.what === what)
      .map((one) => ({
        ...one,
        cpu: median((measured.get(one) ?? []).map(({ cpu }) => cpu)),
        rate: median((measured.get(one) ?? []).map(({ rate }) => rate)),
      }))
    const limit = rows[0]
    console.log(
      `\n100 streams, ${TOKENS[what]} tokens${what === 'call' ? ' with a tool call' : ''}, medians of ${rounds} rounds\n`,
    )
    console.log('| proxy | CPU per token | × raw | goal | tokens/s |\n|---|--:|--:|--:|--:|')
    for (const row of rows) {
      const ratio = row.cpu / (limit?.cpu ?? 1)
      console.log(
        `| ${row.name} | ${row.cpu.toFixed(1)} µs | ${ratio.toFixed(2)} | ${row.goal === undefined ? '' : `${row.goal} ${ratio <= row.goal ? 'met' : 'missed'}`} | ${Math.round(row.rate / 1000)}k |`,
      )
    }
  }
}

/** Thousands of readers who wait: how much memory each costs, and whether all of them get their end. Fresh processes, so that nobody lives on what an earlier run left free. */
async function hold(): Promise<void> {
  if (SLOW_STREAMS === 0) return
  console.log(`\n${SLOW_STREAMS} slow streams at once\n\n| proxy | memory per stream | × raw | failed |\n|---|--:|--:|--:|`)
  const rows = [
    { name: 'raw node:http', file: 'proxies/raw.ts', path: '/', body: openai('slow') },
    { name: 'Parley, pass-through', file: 'proxies/parley.ts', path: '/v1/chat/completions', body: openai('native/slow') },
    {
      name: 'Parley, dialect to native',
      file: 'proxies/parley.ts',
      path: '/v1/chat/completions',
      body: openai('hermes/slow', { tools }),
    },
  ]
  let limit = 0
  for (const { name, file, path, body } of rows) {
    const proxy = await start(file, { UPSTREAM: address })
    const target = { port: proxy.port, path, body }
    await load({ ...target, body: { ...body, model: body.model.replace('slow', 'text') } }, 200)
    hangUp()
    const before = memoryOf(proxy.pid)
    let highest = before
    const watch = setInterval(() => (highest = Math.max(highest, memoryOf(proxy.pid))), 500)
    let failed = 0
    const readers = Array.from({ length: SLOW_STREAMS }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index))
      await load(target, 1, 1).catch((error: unknown) => {
        if (failed++ === 0) console.error(error)
      })
    })
    await Promise.all(readers)
    clearInterval(watch)
    proxy.stop()
    const each = (highest - before) / SLOW_STREAMS
    if (limit === 0) limit = each
    console.log(`| ${name} | ${each.toFixed(1)} KB | ${(each / limit).toFixed(2)} | ${failed} |`)
  }
}
