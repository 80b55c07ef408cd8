import { answerAsk } from './answer-ask.ts'
import type { Frame } from './frame.ts'
import type { FromFrame } from './messages.ts'
import type { ReadyProgram } from './program/prepare-program.ts'
import { toProgramError } from './program-error.ts'
import type { ConsoleLine, Limits, Program, ProgramValue, SandboxOutcome, StopReason } from './sandbox.ts'
import { stopMessage } from './stop-messages.ts'

export interface Job {
  readonly program: Program
  readonly ready: ReadyProgram
  readonly limits: Limits
}

const MAX_ASKS = 10_000

/** Runs one program in a frame. After the first ending message nothing the frame says is heard. */
export function runProgram(frame: Frame, job: Job, signal: AbortSignal): Promise<SandboxOutcome> {
  const { program, ready, limits } = job
  const id = randomId()
  const lines: ConsoleLine[] = []
  const started = performance.now()
  const over = new AbortController()
  let asks = 0

  return new Promise<SandboxOutcome>((resolve) => {
    const timer = setTimeout(() => stop('timeout'), limits.timeoutMs)
    signal.addEventListener('abort', () => stop('cancelled'), { signal: over.signal })
    frame.listen({ message: hear, broke: stop })
    frame.send({
      type: 'run',
      id,
      text: ready.text,
      names: ready.names,
      limits,
      granted: Object.keys(program.capabilities ?? {}),
    })
    if (signal.aborted) stop('cancelled')
    else if (frame.isBroken()) stop('memory')

    function end(result: DistributiveOmit<SandboxOutcome, 'lines' | 'droppedLines' | 'elapsedMs'>, droppedLines = 0): void {
      clearTimeout(timer)
      over.abort()
      frame.listen(undefined)
      resolve({ ...result, lines, droppedLines, elapsedMs: performance.now() - started })
    }

    function stop(why: StopReason): void {
      end({ kind: 'stopped', why, message: stopMessage(why, limits) })
    }

    function hear(message: FromFrame): void {
      if (!('id' in message) || message.id !== id) return
      if (message.type === 'line') addLine(message)
      else if (message.type === 'ask') answer(message)
      else if (message.type === 'returned') end({ kind: 'returned', value: toValue(message, limits) }, message.dropped)
      else end({ kind: 'threw', error: toProgramError(message, ready, program.code) }, message.dropped)
    }

    function addLine({ level, text }: ConsoleLine): void {
      if (lines.length >= limits.maxLines) return
      const line = { level, text: text.slice(0, limits.maxLineLength + 100) }
      lines.push(line)
      program.onLine?.(line)
    }

    function answer(ask: { readonly ask: number; readonly name: string; readonly json: string }): void {
      asks += 1
      if (asks > MAX_ASKS) return
      void answerAsk(program.capabilities ?? {}, ask, over.signal).then((given) => {
        if (!over.signal.aborted) frame.send({ type: 'answer', ask: ask.ask, ...given })
      })
    }
  })
}

type DistributiveOmit<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')
}

function toValue(message: Extract<FromFrame, { type: 'returned' }>, limits: Limits): ProgramValue {
  const text = message.text.slice(0, limits.maxValueLength + 100)
  const value = { text, type: message.kind.slice(0, 200), cut: message.cut || text.length < message.text.length }
  if (message.json === undefined || message.json.length > limits.maxValueLength) return value
  try {
    return { ...value, json: JSON.parse(message.json) }
  } catch {
    return value
  }
}
