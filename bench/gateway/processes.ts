import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export interface Running {
  readonly port: number
  readonly pid: number
  stop(): void
}

const SOURCE = ['--conditions=@parley/source']

/** Starts one of our own programs and waits until it says where it listens. */
export function start(file: string, env: Record<string, string> = {}): Promise<Running> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: SOURCE,
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const port = typeof message === 'object' && message !== null && 'port' in message ? Number(message.port) : 0
      resolve(running(child, port))
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready.`)))
  })
}

/** Starts a foreign server on a free port and waits until it answers. */
export async function startForeign(file: string): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), `--port=${port}`, '--headless'], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  for (let attempt = 0; attempt < 100; attempt++) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answered) return running(child, port)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  child.kill()
  throw new Error(`${file} does not answer.`)
}

function running(child: ChildProcess, port: number): Running {
  return { port, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Processor time of a process so far, all its threads, in microseconds. */
export function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000
}

/** Resident memory of a process, in kilobytes. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
