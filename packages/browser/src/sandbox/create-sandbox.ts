import { createFramePool } from './frame-pool.ts'
import { resolveLimits } from './limits.ts'
import type { Documents } from './place.ts'
import { createProgramReader, type ProgramReader } from './program/program-reader.ts'
import { runProgram } from './run-program.ts'
import type { Limits, Program, Sandbox, SandboxOutcome } from './sandbox.ts'
import { stopMessage } from './stop-messages.ts'

export interface SandboxOptions extends Documents {
  /** Limits for programs that bring none. */
  readonly limits?: Partial<Limits>
  /** Reads and rewrites programs before they run. Absent: a worker of this page. */
  readonly reader?: ProgramReader
}

/** A sandbox in this page. Nothing is loaded before the first program, or before `warmUp`. */
export function createSandbox({ limits: defaults, reader = createProgramReader(), ...documents }: SandboxOptions): Sandbox {
  const pool = createFramePool(documents)
  const disposed = new AbortController()
  let previous: Promise<unknown> = Promise.resolve()
  let cleared: Promise<unknown> = Promise.resolve()

  async function runNext(program: Program, limits: Limits, signal: AbortSignal): Promise<SandboxOutcome> {
    signal.throwIfAborted()
    const prepared = await reader.read({ code: program.code, session: program.session !== undefined }, signal)
    if (prepared.kind === 'unreadable') return { kind: 'threw', error: prepared.error, lines: [], droppedLines: 0, elapsedMs: 0 }
    const frame = await pool.take(program.session)
    const watchForDeath = (onDead: () => void): (() => void) => pool.watchForDeath(frame, onDead)
    const outcome = await runProgram(frame, { program, ready: prepared, limits, watchForDeath }, signal)
    if (outcome.kind === 'stopped') cleared = pool.kill(frame)
    else pool.release(frame, program.session)
    return outcome
  }

  return {
    run(program, signal) {
      const limits = resolveLimits({ ...defaults, ...program.limits })
      const either = AbortSignal.any([signal, disposed.signal])
      const turn = previous.then(() => cleared).then(() => runNext(program, limits, either))
      previous = turn.catch(() => undefined)
      return orCancelled(turn, limits, either)
    },
    async warmUp() {
      const reading = reader.read({ code: '', session: false }, disposed.signal).catch(() => undefined)
      await Promise.all([pool.warmUp(), reading])
    },
    endSession: (name) => pool.endSession(name),
    dispose() {
      disposed.abort()
      pool.removeAll()
      reader.dispose()
    },
  }
}

/** How long a program that runs has to hand over what it printed, before Stop is answered without it. */
const LAST_WORDS_MS = 200

/** Stop is answered at once, also while a program still waits for its turn. */
function orCancelled(turn: Promise<SandboxOutcome>, limits: Limits, signal: AbortSignal): Promise<SandboxOutcome> {
  return new Promise((resolve, reject) => {
    const message = stopMessage('cancelled', limits)
    const cancel = (): void => resolve({ kind: 'stopped', why: 'cancelled', message, lines: [], droppedLines: 0, elapsedMs: 0 })
    signal.addEventListener('abort', () => setTimeout(cancel, LAST_WORDS_MS), { once: true })
    turn.then(resolve, (error: unknown) => (signal.aborted && error === signal.reason ? cancel() : reject(error)))
  })
}
