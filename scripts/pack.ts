import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { judgePackage } from './pack/judge-package.ts'
import { buildPackages, packPackages } from './pack/pack-packages.ts'
import { root } from './workspace/root.mjs'

/**
 * `npm run pack` builds the packages as npm would get them, into `.cache/packages/`, and says what is wrong with them.
 * `npm run pack build` leaves it at what is built.
 */
const destination = join(root, '.cache', 'packages')
const isAll = process.argv[2] !== 'build'
// Who installs `parley-server-*.tgz` must find one version.
if (isAll) rmSync(destination, { recursive: true, force: true })
mkdirSync(destination, { recursive: true })
await buildPackages()
for (const tarball of isAll ? await packPackages(destination) : []) {
  const problems = await judgePackage(tarball)
  process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${relative(root, tarball)}\n`)
  for (const problem of problems) process.stdout.write(`  ${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
