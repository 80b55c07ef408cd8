import { createFramePool } from './frames/frame-pool.ts'
import type { Documents } from './frames/place.ts'
import { type ReadLibrary, readWanted } from './libraries.ts'
import { resolveLimits } from './limits.ts'
import type { ReadyProgram } from './program/prepare-program.ts'
import { createProgramReader, type ProgramReader } from './program/program-reader.ts'
import { type Thrown, toProgramError } from './program-error.ts'
import { runProgram } from './run-program.ts'
import type { Limits, Program, Sandbox, SandboxOutcome } from './sandbox.ts'
import { stopSentence } from './stop-messages.ts'

export interface SandboxOptions extends Documents {
  /** Limits for programs that bring none. */
  readonly limits?: Partial<Limits>
  /** Reads and rewrites programs before they run. Absent: a worker of this page. */
  readonly reader?: ProgramReader
  /** Scripts for programs that draw charts. Absent: there are none. */
  readonly libraries?: ReadLibrary
}

interface Turn {
  readonly program: Program
  readonly limits: Limits
  readonly signal: AbortSignal
  /** Somebody else has the sandbox from now on, here or in another tab. Returns what is called once it is free. */
  readonly waits: () => () => void
  /** Heard as soon as the outcome is known. What is tidied up afterwards only the next program waits for. */
  readonly tell: (outcome: SandboxOutcome) => void
}

/** A sandbox in this page. Nothing is loaded before the first program, or before `warmUp`. */
export function createSandbox({
  limits: defaults,
  reader = createProgramReader(),
  libraries,
  ...documents
}: SandboxOptions): Sandbox {
  const pool = createFramePool(documents)
  const disposed = new AbortController()
  let previous: Promise<unknown> = Promise.resolve()

  async function runNext(turn: Turn): Promise<void> {
    const { program, signal, tell, waits } = turn
    signal.throwIfAborted()
    const prepared = await reader.read({ code: program.code, session: program.session !== undefined }, signal)
    if (prepared.kind === 'ready') {
      const begins = waits()
      const run = async (): Promise<void> => {
        begins()
        await runReady(turn, prepared)
      }
      return await pool.alone(run, signal).finally(begins)
    }
    tell({ kind: 'threw', error: prepared.error, lines: [], droppedLines: 0, elapsedMs: 0 })
  }

  async function runReady({ program, limits, signal, tell }: Turn, ready: ReadyProgram): Promise<void> {
    signal.throwIfAborted()
    const before = libraries ? await readWanted(program.code, libraries) : []
    const frame = await pool.take(program.session)
    const watchForDeath = (onDead: () => void): (() => void) => pool.watchForDeath(frame, onDead)
    const run = { text: ready.text, names: ready.names }
    const toError = (thrown: Thrown) => toProgramError(thrown, ready, program.code)
    const job = { program, run, toError, limits, before, watchForDeath, ...(libraries && { readLibrary: libraries }) }
    const outcome = await runProgram(frame, job, signal)
    tell(outcome)
    await (outcome.kind === 'stopped' ? pool.kill(frame) : pool.release(frame, program.session))
  }

  return {
    run(program, signal) {
      const limits = resolveLimits({ ...defaults, ...program.limits })
      const either = AbortSignal.any([signal, disposed.signal])
      const told = Promise.withResolvers<SandboxOutcome>()
      const turn = { program, limits, signal: either, tell: told.resolve, waits: impatient(program, either) }
      previous = previous
        .finally(turn.waits())
        .then(() => runNext(turn))
        .catch(told.reject)
      return orCancelled(told.promise, limits, either)
    },
    async warmUp() {
      const reading = reader.read({ code: '', session: false }, disposed.signal).catch(() => undefined)
      await Promise.all([pool.warmUp(), reading])
    },
    endSession: (name) => pool.endSession(name),
    dispose() {
      disposed.abort()
      pool.close()
      reader.dispose()
    },
  }
}

/** What takes longer than this is worth a word: the other one may wait for a person. */
const WAITS_MS = 1_500

function impatient({ onWaiting }: Program, signal: AbortSignal): Turn['waits'] {
  let isTold = false
  const tell = (): void => {
    if (!isTold && !signal.aborted) onWaiting?.()
    isTold = true
  }
  return () => {
    const timer = setTimeout(tell, WAITS_MS)
    return () => clearTimeout(timer)
  }
}

/** How long a program that runs has to hand over what it printed, before Stop is answered without it. */
const LAST_WORDS_MS = 200

/** Stop is answered at once, also while a program still waits for its turn. */
function orCancelled(turn: Promise<SandboxOutcome>, limits: Limits, signal: AbortSignal): Promise<SandboxOutcome> {
  return new Promise((resolve, reject) => {
    const sentence = stopSentence('cancelled', limits)
    const cancel = (): void =>
      resolve({ kind: 'stopped', why: 'cancelled', ...sentence, lines: [], droppedLines: 0, elapsedMs: 0 })
    signal.addEventListener('abort', () => setTimeout(cancel, LAST_WORDS_MS), { once: true })
    turn.then(resolve, (error: unknown) => (signal.aborted && error === signal.reason ? cancel() : reject(error)))
  })
}
