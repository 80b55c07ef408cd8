import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromSource, PARLEY, STUDIO } from '../../../scripts/workspace/serve-command.mjs'

export interface RunningParley {
  readonly url: string
  readonly port: number
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
}

const QUIET = {
  PARLEY_DISCOVER: 'no',
  PARLEY_ASK_NATIVE: 'no',
  PARLEY_DEMO_PACE: '0',
  PARLEY_LOG: 'warn',
  PARLEY_PAGE: STUDIO,
  OPENAI_API_KEY: '',
  ANTHROPIC_API_KEY: '',
  GEMINI_API_KEY: '',
}

/** A whole server in a process of its own, with the built studio beside its doors. */
export async function startParley(env: Readonly<Record<string, string>> = {}, file: string = PARLEY): Promise<RunningParley> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-server-'))
  const child = spawn(process.execPath, fromSource(file), {
    env: { ...process.env, ...QUIET, PARLEY_DATA: folder, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readAddress(child)
  return {
    url,
    port: Number(new URL(url).port),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0]
    if (found) return found
  }
  throw new Error(`The server ended before it was ready: ${said}`)
}
