import { findNode } from './workspace/find-node.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { Advice, main } from './workspace/narrate.mjs'
import { handOver } from './workspace/run.mjs'
import { fromSource } from './workspace/serve-command.mjs'

/** Runs one of our TypeScript scripts on a Node that can, installing first if need be: `node scripts/run.mjs scripts/new.ts dialect x`. */
await main(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Advice('Say which script to run: node scripts/run.mjs scripts/generate.ts')
  await ensureInstalled()
  return await handOver(findNode(), fromSource(file, ...args))
})
