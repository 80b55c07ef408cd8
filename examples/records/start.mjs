import { join } from 'node:path'
import { findNode } from '../../scripts/workspace/find-node.mjs'
import { ensureInstalled } from '../../scripts/workspace/install.mjs'
import { Advice, main, narrate, say } from '../../scripts/workspace/narrate.mjs'
import { root } from '../../scripts/workspace/root.mjs'
import { handOver, run } from '../../scripts/workspace/run.mjs'
import { fromSource } from '../../scripts/workspace/serve-command.mjs'

/** `npm start`: installs what is missing, builds the page, serves it beside the doors. */
await main(async () => {
  await ensureInstalled()
  await narrate('building the page', 'page built', async () => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const { code, output } = await run(findNode(), [vite, 'build', import.meta.dirname, '--logLevel', 'warn'], { quiet: true })
    if (code === 0) return
    say(output)
    throw new Advice('The page could not be built; the reason is above.')
  })
  return await handOver(findNode(), fromSource('examples/records/server/main.ts'))
})
