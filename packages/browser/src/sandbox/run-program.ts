import { type Answer, answerAsk } from './answer-ask.ts'
import type { Frame } from './frames/frame.ts'
import { createLane, type Lane } from './lane.ts'
import { answerLibrary, type ReadLibrary } from './libraries.ts'
import type { FromFrame, ToFrame } from './messages.ts'
import { toProgramValue } from './program-value.ts'
import type { Capabilities, ConsoleLine, Limits, Program, ProgramError, SandboxOutcome, StopReason } from './sandbox.ts'
import { ShownList } from './shown/shown-list.ts'
import { stopSentence } from './stop-messages.ts'
import { createTimeLimit, type TimeLimit } from './time-limit.ts'

type Thrown = Extract<FromFrame, { type: 'threw' }>

export interface Job {
  readonly program: Program
  /** The program as its world runs it. */
  readonly run: Pick<Extract<ToFrame, { type: 'run' }>, 'text' | 'names' | 'packages'>
  readonly toError: (thrown: Thrown) => ProgramError
  readonly limits: Limits
  /** Scripts that run before it. */
  readonly before?: readonly string[]
  /** Scripts that it may ask for while it runs. Absent: none. */
  readonly readLibrary?: ReadLibrary
  /** Calls back when the program's process has died. Returns how to stop watching. */
  readonly watchForDeath: (onDead: () => void) => () => void
}

const MAX_ASKS = 10_000
/** Of what a program asks for, so much is begun before Stop can no longer hold it back. */
const ASKS_AT_ONCE = 8

/** An outcome without what every outcome has. */
type Ending = SandboxOutcome extends infer One
  ? One extends unknown
    ? Omit<One, 'lines' | 'droppedLines' | 'elapsedMs' | 'shown'>
    : never
  : never

/** Runs one program in a frame. After the first ending nothing the frame says is heard. */
export async function runProgram(frame: Frame, job: Job, signal: AbortSignal): Promise<SandboxOutcome> {
  const { limits, program } = job
  const capabilities = program.session === undefined ? (program.capabilities ?? {}) : {}
  const id = randomId()
  const over = new AbortController()
  const stopped = new AbortController()
  const lane = createLane(ASKS_AT_ONCE, stopped.signal)
  const lines: ConsoleLine[] = []
  const shown = new ShownList()
  const started = performance.now()
  const heard = new Promise<{ readonly ending: Ending; readonly droppedLines: number }>((resolve) => {
    const stop = (why: StopReason): void =>
      resolve({ ending: { kind: 'stopped', why, ...stopSentence(why, limits) }, droppedLines: 0 })
    const limit = createTimeLimit(limits.timeoutMs, frame, () => stop('timeout'))
    const leave = [frame.onBroken(stop), job.watchForDeath(() => stop('memory')), limit.end]
    const answer = createAnswerer(frame, {
      capabilities,
      readLibrary: job.readLibrary,
      lane,
      limit,
      over: over.signal,
      stopped: stopped.signal,
    })
    leave.push(
      frame.onMessage((message) => {
        if (over.signal.aborted || !('id' in message) || message.id !== id) return
        if (message.type === 'line') addLine(message, lines, job)
        else if (message.type === 'shown') shown.add(message.json)
        else if (message.type === 'ask') answer(message)
        else resolve({ ending: toEnding(message, job), droppedLines: message.dropped })
      }),
    )
    signal.addEventListener('abort', () => stop('cancelled'), { signal: over.signal })
    over.signal.addEventListener('abort', () => leave.forEach((stopListening) => stopListening()))
    if (signal.aborted) stop('cancelled')
  })
  const { tools } = capabilities
  const granted = [...Object.keys(capabilities), ...(job.readLibrary ? ['libraries'] : [])]
  const replay = tools && { replay: { seed: tools.seed, now: tools.now } }
  frame.send({ type: 'run', id, ...job.run, limits, granted, libraries: job.before ?? [], ...replay })
  const { ending, droppedLines } = await heard
  over.abort()
  // What it asked for and did not wait for is still done, unless it was stopped: afterwards nothing of it happens any more.
  if (ending.kind !== 'stopped') {
    // No time limit runs while a person is asked.
    const patience = tools ? signal : AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)])
    await Promise.race([lane.whenIdle(), aborted(patience)])
  }
  stopped.abort()
  return { ...ending, lines, droppedLines, elapsedMs: performance.now() - started, ...shown.whole }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function toEnding(message: Extract<FromFrame, { type: 'returned' | 'threw' }>, { limits, toError }: Job): Ending {
  return message.type === 'returned'
    ? { kind: 'returned', value: toProgramValue(message, limits) }
    : { kind: 'threw', error: toError(message) }
}

/** The frame keeps to the limits as well; a frame that does not is not believed. */
function addLine({ level, text }: ConsoleLine, lines: ConsoleLine[], { limits, program }: Job): void {
  if (lines.length >= limits.maxLines) return
  const line = { level, text: text.slice(0, limits.maxLineLength + 100) }
  lines.push(line)
  program.onLine?.(line)
}

interface Answering {
  readonly capabilities: Capabilities
  readonly readLibrary: ReadLibrary | undefined
  readonly lane: Lane
  readonly limit: TimeLimit
  /** Ends with the program. */
  readonly over: AbortSignal
  /** Ends when nothing of it may happen any more. */
  readonly stopped: AbortSignal
}

function createAnswerer(frame: Frame, { capabilities, readLibrary, lane, limit, over, stopped }: Answering) {
  let asks = 0
  const perform = async (ask: Ask): Promise<Answer> => {
    if (ask.name === 'libraries.read') return await answerLibrary(readLibrary, ask.json).finally(limit.rest())
    if (!ask.name.startsWith('tools.')) return await answerAsk(capabilities, ask, ask.name.startsWith('files.') ? stopped : over)
    const goOn = limit.rest()
    return await answerAsk(capabilities, ask, stopped).finally(goOn)
  }
  const send = (ask: Ask, answer: Answer): void => {
    if (!over.aborted) frame.send({ type: 'answer', ask: ask.ask, ...answer })
  }
  return (ask: Ask): void => {
    asks += 1
    if (asks > MAX_ASKS) send(ask, TOO_MANY)
    else lane.add(async () => send(ask, await perform(ask)))
  }
}

type Ask = Extract<FromFrame, { type: 'ask' }>

const TOO_MANY: Answer = {
  ok: false,
  json: JSON.stringify(`A program may ask for files, pages and tools ${MAX_ASKS} times. Split the work into several calls.`),
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')
}
