import { createFramePool } from './frame-pool.ts'
import { resolveLimits } from './limits.ts'
import { createProgramReader, type ProgramReader } from './program/program-reader.ts'
import { runProgram } from './run-program.ts'
import type { Limits, Program, Sandbox, SandboxOutcome } from './sandbox.ts'
import { stopMessage } from './stop-messages.ts'

export interface SandboxOptions {
  /** Where the locked document is served. */
  readonly documentUrl: string
  /** Limits for programs that bring none. */
  readonly limits?: Partial<Limits>
  /** Reads and rewrites programs before they run. Absent: a worker of this page. */
  readonly reader?: ProgramReader
}

/** A sandbox in this page. Nothing is loaded before the first program, or before `warmUp`. */
export function createSandbox({ documentUrl, limits: defaults, reader = createProgramReader() }: SandboxOptions): Sandbox {
  const pool = createFramePool(documentUrl)
  const disposed = new AbortController()
  let previous: Promise<unknown> = Promise.resolve()

  async function runNext(program: Program, signal: AbortSignal): Promise<SandboxOutcome> {
    const limits = resolveLimits({ ...defaults, ...program.limits })
    if (signal.aborted) return cancelled(limits)
    const prepared = await reader.read({ code: program.code, session: program.session !== undefined }, signal)
    if (prepared.kind === 'unreadable') return { kind: 'threw', error: prepared.error, lines: [], droppedLines: 0, elapsedMs: 0 }
    const frame = await pool.take(program.session)
    const outcome = await runProgram(frame, { program, ready: prepared, limits }, signal)
    if (outcome.kind === 'stopped') await pool.kill(frame)
    else pool.release(frame, program.session)
    return outcome
  }

  return {
    run(program, signal) {
      const either = AbortSignal.any([signal, disposed.signal])
      const turn = previous.then(() => runNext(program, either))
      previous = turn.catch(() => undefined)
      return whenAborted(turn, either, () => cancelled(resolveLimits(program.limits)))
    },
    async warmUp() {
      await pool.warmUp()
    },
    endSession: (name) => pool.endSession(name),
    dispose() {
      disposed.abort()
      pool.removeAll()
      reader.dispose()
    },
  }
}

function cancelled(limits: Limits): SandboxOutcome {
  return {
    kind: 'stopped',
    why: 'cancelled',
    message: stopMessage('cancelled', limits),
    lines: [],
    droppedLines: 0,
    elapsedMs: 0,
  }
}

/** The result of `turn`; a rejection that only says "aborted" becomes the given outcome. */
async function whenAborted(
  turn: Promise<SandboxOutcome>,
  signal: AbortSignal,
  otherwise: () => SandboxOutcome,
): Promise<SandboxOutcome> {
  try {
    return await turn
  } catch (error) {
    if (signal.aborted && error === signal.reason) return otherwise()
    throw error
  }
}
