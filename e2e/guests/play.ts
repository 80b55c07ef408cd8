import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly folder: string
  /** With what `parley connect` has written. Absent: as empty as on a fresh computer. */
  readonly home?: string
  /** Besides the home, a path, and a proxy that leads nowhere: only loopback can be reached. */
  readonly env: Readonly<Record<string, string>>
  readonly milliseconds: number
  /** Ends it before. */
  readonly signal?: AbortSignal
}

export interface Played {
  /** Undefined: it was stopped, because its time was over. */
  readonly status: number | undefined
  readonly output: string
  readonly seconds: number
}

const NOWHERE = 'http://127.0.0.1:9'
const FENCE = {
  HTTP_PROXY: NOWHERE,
  HTTPS_PROXY: NOWHERE,
  http_proxy: NOWHERE,
  https_proxy: NOWHERE,
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
}

/** Runs a program that is not ours as if on a fresh computer, and ends it and its children when its time is over. */
export async function play({ file, args, folder, home: given, env, milliseconds, signal }: Command): Promise<Played> {
  const home = given ?? (await mkdtemp(join(tmpdir(), 'parley-home-')))
  const since = performance.now()
  const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...FENCE, HOME: home, PATH: path, TERM: 'dumb', CI: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const hear = (piece: Buffer): void => {
    if (output.length < 1_000_000) output += String(piece)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It had ended.
    }
  }
  const timer = setTimeout(stop, milliseconds)
  signal?.addEventListener('abort', stop, { once: true })
  const status = await new Promise<number | undefined>((resolve) => {
    child.once('error', (error) => {
      output += String(error)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? undefined))
  })
  clearTimeout(timer)
  stop()
  await rm(home, { recursive: true, force: true })
  return { status, output, seconds: Math.round((performance.now() - since) / 100) / 10 }
}
