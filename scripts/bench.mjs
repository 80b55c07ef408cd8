import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureStudio } from './workspace/build-studio.mjs'
import { findNode } from './workspace/find-node.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { Advice, main } from './workspace/narrate.mjs'
import { root } from './workspace/root.mjs'
import { handOver } from './workspace/run.mjs'
import { fromSource } from './workspace/serve-command.mjs'

const folder = join(root, 'bench')

/** `npm run bench <name>` runs `bench/<name>.bench.ts`. The peers it is measured against are installed there, not in the house. */
await main(async () => {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.bench.ts') ? [file.replace(/\.bench\.ts$/, '')] : []))
  const [name, ...rest] = process.argv.slice(2)
  if (!name || !names.includes(name)) throw new Advice(`Say which bench to run: npm run bench ${names.join(' | ')}`)
  await ensureInstalled()
  if (existsSync(join(folder, 'package-lock.json'))) await ensureInstalled(folder)
  if (name === 'studio') await ensureStudio()
  return await handOver(findNode(), fromSource(`bench/${name}.bench.ts`, ...rest))
})
