import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from './workspace/find-node.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { Advice, main } from './workspace/narrate.mjs'
import { root } from './workspace/root.mjs'
import { handOver } from './workspace/run.mjs'
import { fromSource } from './workspace/serve-command.mjs'

/** `npm run example <name>` runs `examples/<name>/<name>.ts`. Examples that are apps of their own say in their README how they start. */
await main(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  const folder = join(root, 'examples')
  const names = readdirSync(folder).filter((each) => existsSync(join(folder, each, `${each}.ts`)))
  if (!names.includes(name)) throw new Advice(`Say which example to run: npm run example ${names.join('|')}`)
  await ensureInstalled()
  return await handOver(findNode(), fromSource(`examples/${name}/${name}.ts`, ...rest))
})
