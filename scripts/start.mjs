import { ensureStudio } from './workspace/build-studio.mjs'
import { findNode } from './workspace/find-node.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { main } from './workspace/narrate.mjs'
import { handOver } from './workspace/run.mjs'
import { fromSource, SERVER } from './workspace/serve-command.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureStudio()
  return await handOver(findNode(), fromSource(SERVER))
})
