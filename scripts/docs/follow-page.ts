import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../workspace/root.mjs'
import { run } from '../workspace/run.mjs'
import { readSteps, type Step } from './page-steps.ts'

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return String(typeof address === 'object' && address ? address.port : 0)
}

/** A reader with an empty folder, Parley cloned beside it, and a page. */
export interface Reader {
  /** Does all that a page says, and answers where it says that the app is to be opened. */
  follow(page: string): Promise<string>
  /** Stops what was left running, and clears up. */
  leave(): void
}

/**
 * Stands in for the lines of a page that begin with `npm install`, in a project: five installs are dear, and one that was made before may hold
 * what they name. Whatever is not there must be an error.
 */
export type Install = (project: string, packages: readonly string[]) => void

/** Does what a page says, block by block, as it is written; only ports are others, because 3000 may be taken here. */
export async function openReader(install?: Install): Promise<Reader> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-reader-'))
  const project = join(folder, 'my-app')
  symlinkSync(root, join(folder, 'parley'))
  const ports = new Map([
    ['3000', await freePort()],
    ['4317', await freePort()],
  ])
  const env = {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    PORT: ports.get('4317'),
    PARLEY_DISCOVER: 'no',
    PARLEY_DEMO_PACE: '0',
    NEXT_TELEMETRY_DISABLED: '1',
    npm_config_prefer_offline: 'true',
  }
  const running: ChildProcess[] = []
  const place = { folder, project, env, install }
  return {
    async follow(page) {
      const text = readFileSync(join(root, page), 'utf8').replaceAll(/\b(3000|4317)\b/g, (port) => ports.get(port) ?? port)
      for (const step of readSteps(text)) {
        if (step.kind === 'leave-running') await leaveRunning(step.command, place, running)
        else await perform(step, place)
      }
      return `http://127.0.0.1:${ports.get('3000')}/`
    },
    leave() {
      for (const { pid, exitCode } of running) if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Place {
  readonly folder: string
  readonly project: string
  readonly env: NodeJS.ProcessEnv
  readonly install: Install | undefined
}

async function perform(step: Exclude<Step, { kind: 'leave-running' }>, place: Place): Promise<void> {
  const { folder, project, env, install } = place
  if (step.kind === 'write') {
    mkdirSync(dirname(join(project, step.file)), { recursive: true })
    writeFileSync(join(project, step.file), step.text)
    return
  }
  const cwd = step.command.startsWith('mkdir my-app') ? folder : project
  const lines = step.command.split('\n')
  const installed = install ? lines.filter((line) => line.startsWith('npm install ')) : []
  const command = lines.filter((line) => !installed.includes(line)).join('\n')
  const { code, output } = await run('bash', ['-ec', command], { quiet: true, cwd, env })
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`)
  for (const line of installed) install?.(project, line.split(/\s+/).slice(2))
  if (step.prints !== undefined && stripVTControlCharacters(output).trim() !== step.prints.trim())
    throw new Error(`${command} printed ${output}, and the page says ${step.prints}`)
}

/** Until it says where it is. A group of its own: what npx starts must end with it. */
async function leaveRunning(command: string, { project, env }: Place, running: ChildProcess[]): Promise<void> {
  const child = spawn('bash', ['-ec', command], { cwd: project, env: { ...process.env, ...env }, detached: true })
  running.push(child)
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (piece: Buffer) => {
      said += stripVTControlCharacters(String(piece))
      if (/http:\/\/127\.0\.0\.1:\d+/.test(said)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', () => reject(new Error(`${command} ended: ${said}`)))
  })
}
