import { answerAsk } from './answer-ask.ts'
import type { Frame } from './frames/frame.ts'
import type { FromFrame } from './messages.ts'
import type { ReadyProgram } from './program/prepare-program.ts'
import { toProgramError } from './program-error.ts'
import { toProgramValue } from './program-value.ts'
import type { Capabilities, ConsoleLine, Limits, Program, SandboxOutcome, StopReason } from './sandbox.ts'
import { stopMessage } from './stop-messages.ts'

export interface Job {
  readonly program: Program
  readonly ready: ReadyProgram
  readonly limits: Limits
  /** Calls back when the program's process has died. Returns how to stop watching. */
  readonly watchForDeath: (onDead: () => void) => () => void
}

const MAX_ASKS = 10_000

/** An outcome without what every outcome has. */
type Ending = SandboxOutcome extends infer One
  ? One extends unknown
    ? Omit<One, 'lines' | 'droppedLines' | 'elapsedMs'>
    : never
  : never

/** Runs one program in a frame. After the first ending nothing the frame says is heard. */
export async function runProgram(frame: Frame, job: Job, signal: AbortSignal): Promise<SandboxOutcome> {
  const { limits, program, ready } = job
  const capabilities = program.session === undefined ? (program.capabilities ?? {}) : {}
  const id = randomId()
  const over = new AbortController()
  const lines: ConsoleLine[] = []
  const started = performance.now()
  const heard = new Promise<{ readonly ending: Ending; readonly droppedLines: number }>((resolve) => {
    const stop = (why: StopReason): void =>
      resolve({ ending: { kind: 'stopped', why, message: stopMessage(why, limits) }, droppedLines: 0 })
    const timer = setTimeout(() => stop('timeout'), limits.timeoutMs)
    const leave = [frame.onBroken(stop), job.watchForDeath(() => stop('memory')), () => clearTimeout(timer)]
    const answer = createAnswerer(frame, capabilities, over.signal)
    leave.push(
      frame.onMessage((message) => {
        if (over.signal.aborted || !('id' in message) || message.id !== id) return
        if (message.type === 'line') addLine(message, lines, job)
        else if (message.type === 'ask') void answer(message)
        else resolve({ ending: toEnding(message, job), droppedLines: message.dropped })
      }),
    )
    signal.addEventListener('abort', () => stop('cancelled'), { signal: over.signal })
    over.signal.addEventListener('abort', () => leave.forEach((stopListening) => stopListening()))
    if (signal.aborted) stop('cancelled')
  })
  frame.send({ type: 'run', id, text: ready.text, names: ready.names, limits, granted: Object.keys(capabilities) })
  const { ending, droppedLines } = await heard
  over.abort()
  return { ...ending, lines, droppedLines, elapsedMs: performance.now() - started }
}

function toEnding(message: Extract<FromFrame, { type: 'returned' | 'threw' }>, { limits, program, ready }: Job): Ending {
  return message.type === 'returned'
    ? { kind: 'returned', value: toProgramValue(message, limits) }
    : { kind: 'threw', error: toProgramError(message, ready, program.code) }
}

/** The frame keeps to the limits as well; a frame that does not is not believed. */
function addLine({ level, text }: ConsoleLine, lines: ConsoleLine[], { limits, program }: Job): void {
  if (lines.length >= limits.maxLines) return
  const line = { level, text: text.slice(0, limits.maxLineLength + 100) }
  lines.push(line)
  program.onLine?.(line)
}

function createAnswerer(frame: Frame, capabilities: Capabilities, signal: AbortSignal) {
  let asks = 0
  return async (ask: Extract<FromFrame, { type: 'ask' }>): Promise<void> => {
    asks += 1
    if (asks > MAX_ASKS) return
    const answer = await answerAsk(capabilities, ask, signal)
    if (!signal.aborted) frame.send({ type: 'answer', ask: ask.ask, ...answer })
  }
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')
}
