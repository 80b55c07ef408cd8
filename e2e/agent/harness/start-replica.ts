import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../../scripts/workspace/root.mjs'

/** What a replica is about to do. Whoever is asked may kill it instead of answering. */
type OnPoint = (name: string) => void | Promise<void>

export interface Replica {
  readonly url: string
  onPoint: OnPoint
  /** Ends it as the power does: nothing is written, closed or said. */
  kill(): Promise<void>
  /** Stands still as a machine that sleeps does, until it is woken. */
  pause(): void
  wake(): void
}

/** A process that has loaded everything and opened nothing yet. */
export interface WarmReplica {
  /** It may take a thread over before it says that it is open. */
  open(onPoint?: OnPoint): Promise<Replica>
  kill(): Promise<void>
}

/** One file, so that a hundred processes start in a fraction of a second each. */
export async function bundleReplica(): Promise<string> {
  const folder = join(root, '.cache', 'replica')
  mkdirSync(folder, { recursive: true })
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    // In one file, every part of it would think that it is the program.
    define: { 'import.meta.main': 'false' },
    ssr: { noExternal: true, external: ['pg'], resolve: { conditions: ['@parley/source', 'node', 'import', 'default'] } },
    build: {
      ssr: join(root, 'e2e', 'agent', 'harness', 'replica.ts'),
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'replica.mjs' } },
    },
  })
  const file = join(folder, 'replica.mjs')
  await compileOnce(file)
  return file
}

const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'replica', 'compiled') }

/** Compiled code is kept when a process ends in good order, which no other of ours will do. */
async function compileOnce(file: string): Promise<void> {
  const child = fork(file, [], { execArgv: [], env: { ...process.env, ...compiled } })
  await said(child, 'ready')
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.disconnect()
  await gone
}

export async function warmReplica(file: string, env: Readonly<Record<string, string>>): Promise<WarmReplica> {
  const child = fork(file, [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...compiled,
      PARLEY_DISCOVER: 'no',
      PORT: '0',
      ...env,
    },
  })
  const replica = {
    url: '',
    onPoint: (() => undefined) as OnPoint,
    kill: () => killed(child),
    pause: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
  }
  const pass = async (name: string, id: number | undefined) => {
    await replica.onPoint(name)
    if (child.connected) child.send({ type: 'go', id }, () => undefined)
  }
  child.on('message', (message: { type: string; id?: number; name?: string }) => {
    if (message.type !== 'point') return
    void pass(message.name ?? '', message.id)
  })
  await said(child, 'ready')
  return {
    kill: replica.kill,
    async open(onPoint = replica.onPoint) {
      replica.onPoint = onPoint
      child.send({ type: 'open' })
      replica.url = (await said(child, 'open')).url ?? ''
      return replica
    },
  }
}

function said(child: ChildProcess, type: string): Promise<{ url?: string }> {
  return new Promise((resolve, reject) => {
    const hear = (message: { type: string; url?: string }) => {
      if (message.type !== type) return
      child.off('message', hear)
      resolve(message)
    }
    child.on('message', hear)
    child.once('exit', (code, signal) => reject(new Error(`The replica ended before it was ${type}: ${code ?? signal}`)))
  })
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
