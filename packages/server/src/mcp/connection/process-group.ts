import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import spawnAnywhere from 'cross-spawn'
import type { ResolvedEntry } from '../settings/resolve-entry.ts'

export type Program = Extract<ResolvedEntry, { kind: 'stdio' }>

const IS_WINDOWS = process.platform === 'win32'
/** How long a program is given to end by itself, then by request. */
const STEP_MS = 1500

/**
 * A program in a process group of its own, without our environment: only what is harmless, and what its entry says. Without a shell, but for
 * what Windows starts by no other means: `npx` is a batch file there, and its words are quoted for `cmd.exe`.
 */
export function startProgram({ command, args, env, cwd }: Program): ChildProcessWithoutNullStreams {
  const child = spawnAnywhere(command, [...args], {
    env: { ...getDefaultEnvironment(), ...env },
    stdio: 'pipe',
    windowsHide: true,
    // The leader of a group of its own, so that what it starts itself can be ended with it.
    detached: !IS_WINDOWS,
    ...(cwd !== undefined && { cwd }),
  })
  // With `pipe` none of its streams is null.
  return child as ChildProcessWithoutNullStreams
}

/** Ends a program and everything it started: by closing its input, then by asking, then by force. */
export async function endProgram(child: ChildProcessWithoutNullStreams): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  const over = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
  child.stdin.end()
  if (!(await within(over, STEP_MS))) {
    signalGroup(pid, 'SIGTERM')
    await within(over, STEP_MS)
  }
  // Also where it ended politely: what it left behind in its group would run on for nobody.
  signalGroup(pid, 'SIGKILL')
  await within(over, STEP_MS)
  for (const stream of [child.stdout, child.stderr, child.stdin]) stream.destroy()
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (IS_WINDOWS) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => {})
    else process.kill(-pid, signal)
  } catch {
    // Nobody is left in the group.
  }
}

async function within(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const came = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return came
}
