import { findNode } from './workspace/find-node.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { main } from './workspace/narrate.mjs'
import { handOver } from './workspace/run.mjs'
import { fromSource, PARLEY } from './workspace/serve-command.mjs'

await main(async () => {
  await ensureInstalled()
  return await handOver(findNode(), fromSource(PARLEY, 'start', ...process.argv.slice(2)))
})
