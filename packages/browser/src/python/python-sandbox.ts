import type { Frame } from '../sandbox/frames/frame.ts'
import { resolveLimits } from '../sandbox/limits.ts'
import { runProgram } from '../sandbox/run-program.ts'
import type { ConsoleLine, Limits, Program, Sandbox, SandboxOutcome } from '../sandbox/sandbox.ts'
import { stopSentence } from '../sandbox/stop-messages.ts'
import { openPython } from './open-python.ts'
import { type Thrown, toPythonError } from './python-error.ts'
import { type LoadOptions, loadPythonFiles, type PythonFiles } from './python-files.ts'
import { createPythonPackages, type PythonPackages } from './python-packages.ts'

export interface PythonSandboxOptions {
  /** Where the document of Python is served. Absent: `/python.html`. */
  readonly documentUrl?: string
  /** Limits for programs that bring none. */
  readonly limits?: Partial<Limits>
  /** How its files come. Absent: fetched from where `pythonRuntime()` puts them, when the first program runs. */
  readonly load?: (options: Pick<LoadOptions, 'onProgress' | 'signal'>) => Promise<PythonFiles>
}

export interface PythonSandbox extends Sandbox {
  /** What there is beyond the standard library, and how more comes. Fetches the files of Python first where they are not here. */
  packages(signal: AbortSignal): Promise<PythonPackages>
}

/** A worker that computes does not hold its document up, and memory is limited inside it. */
const watchForDeath = () => () => undefined

type Tell = ((line: ConsoleLine) => void) | undefined

/** Runs programs in Python, each in a worker of its own inside a locked document. Nothing is fetched before the first one. */
export function createPythonSandbox({
  documentUrl = '/python.html',
  limits: defaults,
  load = loadPythonFiles,
}: PythonSandboxOptions = {}): PythonSandbox {
  const disposed = new AbortController()
  const sessions = new Map<string, Frame>()
  const filesWith = loadOnce(load, disposed.signal)
  let previous: Promise<unknown> = Promise.resolve()

  async function take(session: string | undefined, tell: Tell, signal: AbortSignal): Promise<Frame> {
    const kept = session === undefined ? undefined : sessions.get(session)
    if (kept && !kept.isBroken()) return kept
    const frame = await openPython(documentUrl, await filesWith(tell, signal), signal)
    if (session !== undefined) sessions.set(session, frame)
    return frame
  }

  async function runNext(program: Program, limits: Limits, signal: AbortSignal): Promise<SandboxOutcome> {
    signal.throwIfAborted()
    const frame = await take(program.session, program.onLine, signal)
    const shelf = createPythonPackages((await filesWith(undefined, signal)).lock)
    const packages = await shelf.wheelsFor(program.code)
    const run = { text: program.code, names: [], ...(packages.names.length > 0 && { packages }) }
    const toError = (thrown: Thrown) => toPythonError(thrown, program.code, shelf)
    const outcome = await runProgram(frame, { program, limits, run, toError, watchForDeath }, signal)
    if (program.session === undefined || outcome.kind === 'stopped') forget(frame, program.session, sessions)
    return outcome
  }

  return {
    run(program, signal) {
      const limits = resolveLimits({ ...defaults, ...program.limits })
      const either = AbortSignal.any([signal, disposed.signal])
      const turn = previous.then(() => runNext(program, limits, either))
      previous = turn.catch(() => undefined)
      return turn.catch((error: unknown) => {
        if (!either.aborted) throw error
        return {
          kind: 'stopped',
          why: 'cancelled',
          ...stopSentence('cancelled', limits),
          lines: [],
          droppedLines: 0,
          elapsedMs: 0,
        }
      })
    },
    async warmUp() {
      await filesWith(undefined, disposed.signal).catch(() => undefined)
    },
    packages: async (signal) => createPythonPackages((await filesWith(undefined, signal)).lock),
    endSession(name) {
      const frame = sessions.get(name)
      if (frame) forget(frame, name, sessions)
    },
    dispose() {
      disposed.abort()
      for (const frame of sessions.values()) frame.remove()
      sessions.clear()
    },
  }
}

/** What was loaded serves everyone; what failed is tried again by the next. */
function loadOnce(load: NonNullable<PythonSandboxOptions['load']>, over: AbortSignal) {
  let files: Promise<PythonFiles> | undefined
  return (tell: Tell, signal: AbortSignal): Promise<PythonFiles> => {
    files ??= load({ signal: AbortSignal.any([signal, over]), onProgress: inSteps(tell) }).catch((error: unknown) => {
      files = undefined
      throw error
    })
    return files
  }
}

function forget(frame: Frame, session: string | undefined, sessions: Map<string, Frame>): void {
  if (session !== undefined) sessions.delete(session)
  frame.remove()
}

const STEP = 1_000_000
const inMegabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10

/** A line for every megabyte or so, not for every piece. */
function inSteps(tell: Tell): NonNullable<LoadOptions['onProgress']> {
  let told = -1
  return ({ done, total }) => {
    const step = Math.floor(done / STEP)
    if (step === told) return
    told = step
    tell?.({ level: 'info', text: `Python · ${inMegabytes(done)} / ${inMegabytes(total)} MB` })
  }
}
