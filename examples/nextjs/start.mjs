import { join } from 'node:path'
import { findNode } from '../../scripts/workspace/find-node.mjs'
import { ensureInstalled } from '../../scripts/workspace/install.mjs'
import { Advice, main, narrate, say } from '../../scripts/workspace/narrate.mjs'
import { handOver, run } from '../../scripts/workspace/run.mjs'
import { fromSource } from '../../scripts/workspace/serve-command.mjs'

const here = import.meta.dirname
const next = join(here, 'node_modules', 'next', 'dist', 'bin', 'next')
const env = { NEXT_TELEMETRY_DISABLED: '1' }

/** @param {string} what @param {readonly string[]} args */
const build = (what, args) =>
  narrate(`building ${what}`, `${what} built`, async () => {
    const { code, output } = await run(findNode(), args, { quiet: true, env })
    if (code === 0) return
    say(output)
    throw new Advice(`Could not build ${what}; the reason is above.`)
  })

/** `npm start`: installs what is missing, builds the packages as npm would get them, then the app, and serves it. */
await main(async () => {
  await ensureInstalled()
  await ensureInstalled(here)
  await build('the packages', fromSource('scripts/pack.ts', 'build'))
  await build('the app', [next, 'build', here])
  return await handOver(findNode(), [next, 'start', here, '-H', '127.0.0.1', '-p', process.env.PORT ?? '3000'], env)
})
