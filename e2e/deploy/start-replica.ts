import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Image } from './install-image.ts'

export interface Replica {
  readonly port: number
  /** As systemd, Docker and Kubernetes do it: SIGTERM, and its exit code when it is done. */
  stop(): Promise<number | null>
  kill(): void
}

interface Given {
  readonly database: string
  readonly token: string
  /** Absent: any that is free. */
  readonly port?: number
}

export async function startReplica({ folder, command }: Image, { database, token, port = 0 }: Given): Promise<Replica> {
  const child = spawn(process.execPath, command.slice(1), {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PORT: String(port),
      DATABASE_URL: database,
      PARLEY_TOKEN: token,
      PARLEY_SECRET: 'the same on all replicas',
      PARLEY_DISCOVER: 'no',
      PARLEY_LOG: 'warn',
      PARLEY_DEMO_PACE: '4',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (/http:\S+:\d+\//.test(said)) break
  }
  const found = /http:\S+:(\d+)\//.exec(said)?.[1]
  if (found === undefined) throw new Error(`The replica ended before it was ready: ${said}`)
  child.stdout.resume()
  return {
    port: Number(found),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      return child.exitCode
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
