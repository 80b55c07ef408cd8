import { spawn, spawnSync } from 'node:child_process'
import { chownSync, constants, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPostgres, programOf } from '../../../scripts/workspace/find-postgres.mjs'

export interface Postgres {
  /** The address of an empty database of its own. */
  create(): Promise<string>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** What makes a server quick that nobody will miss after a loss of power. */
const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** A PostgreSQL server of our own, on loopback, that ends with this process whatever happens to it. */
export async function startPostgres({ careless = true } = {}): Promise<Postgres> {
  const found = findPostgres()
  if (!found) throw new Error('There is no PostgreSQL to test with. Run `npm test` once: it brings one.')
  const home = mkdtempSync(join(tmpdir(), 'parley-postgres-'))
  if (account.uid !== undefined) chownSync(home, account.uid, account.gid)
  const programs = reachable(found, home)
  const data = join(home, 'data')
  const made = spawnSync(
    join(programs, programOf('initdb')),
    ['-D', data, '-U', 'parley', '-A', 'trust', '--no-sync', '--no-locale', '-E', 'UTF8'],
    { ...account, cwd: home, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${home}`, 'max_connections=200']
  const args = ['-D', data, ...[...settings, ...(careless ? CARELESS : [])].flatMap((setting) => ['-c', setting])]
  // The shell notices when this process is gone, even when it was killed: its input ends.
  const script = '"$@" & server=$!; read -r _; kill -INT $server; wait $server'
  const shell = spawn('sh', ['-c', script, 'sh', join(programs, programOf('postgres')), ...args], {
    ...account,
    cwd: home,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    shell.stderr.on('data', (piece: Buffer) => {
      said += String(piece)
      if (said.includes('ready to accept connections')) resolve()
    })
    shell.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)))
  })
  let count = 0
  return {
    async create() {
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: `postgres://parley@127.0.0.1:${port}/postgres` })
      await client.connect()
      const name = `threads_${++count}`
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return `postgres://parley@127.0.0.1:${port}/${name}`
    },
    async stop() {
      const ended = new Promise((resolve) => shell.once('exit', resolve))
      shell.stdin.end()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A repository in root's own home cannot be entered by anybody else, so the programs go where they can be. */
function reachable(programs: string, home: string): string {
  if (account.uid === undefined) return programs
  for (let folder = programs; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & constants.S_IXOTH) !== 0) continue
    cpSync(dirname(programs), join(home, 'postgres'), { recursive: true, verbatimSymlinks: true })
    return join(home, 'postgres', 'bin')
  }
  return programs
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
