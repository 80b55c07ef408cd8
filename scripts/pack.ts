import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { judgePackage } from './pack/judge-package.ts'
import { buildPackages, packPackages } from './pack/pack-packages.ts'
import { root } from './workspace/root.mjs'

/** `npm run pack` builds the four packages as npm would get them, into `.cache/packages/`, and says what is wrong with them. */
const destination = join(root, '.cache', 'packages')
mkdirSync(destination, { recursive: true })
await buildPackages()
for (const tarball of await packPackages(destination)) {
  const problems = await judgePackage(tarball)
  process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${basename(tarball)}\n`)
  for (const problem of problems) process.stdout.write(`  ${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
