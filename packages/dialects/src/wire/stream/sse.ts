import { FaultError } from '../../canonical/fault.ts'
import { say } from '../words.ts'

/** Takes one server-sent event: its data lines joined by newlines, and its name where it has one. */
export type SseSink = (data: string, eventName: string | undefined) => void

export interface SseSplitter {
  /** Whether the next character begins an event. */
  readonly between: boolean
  /** Takes text as it was read, cut anywhere. Throws a fault when a line outgrows the limit. */
  push(chunk: string, sink: SseSink): void
  /** Hands over an event that was never closed by an empty line. */
  end(sink: SseSink): void
}

const MAX_LINE = 16 * 1024 * 1024

/**
 * Splits a stream into server-sent events. Only the newly arrived text is searched for line ends, so a line that
 * comes in a thousand pieces is looked at once.
 *
 *     : comment          skipped
 *     event: ping        the name
 *     data: {"a":        data lines are joined by a newline
 *     data: 1}
 *                        the empty line hands the event over
 */
export function createSseSplitter(maxLine = MAX_LINE): SseSplitter {
  let held: string[] = []
  let heldLength = 0
  let afterReturn = false
  let data: string | undefined
  let name: string | undefined

  const handOver = (sink: SseSink) => {
    if (data !== undefined) sink(data, name)
    data = undefined
    name = undefined
  }
  const takeLine = (line: string, sink: SseSink) => {
    if (line === '') return handOver(sink)
    if (line.startsWith('data:')) {
      const value = line.slice(line.charCodeAt(5) === 32 ? 6 : 5)
      data = data === undefined ? value : `${data}\n${value}`
    } else if (line.startsWith('event:')) name = line.slice(6).trim()
  }
  const guard = (length: number) => {
    if (length > maxLine) throw new FaultError(tooLong(maxLine))
  }
  const finishLine = (piece: string) => {
    guard(heldLength + piece.length)
    if (heldLength === 0) return piece
    const line = held.join('') + piece
    held = []
    heldLength = 0
    return line
  }

  return {
    get between() {
      return heldLength === 0 && data === undefined && name === undefined && !afterReturn
    },
    push(chunk, sink) {
      let text = chunk
      if (afterReturn && text.startsWith('\n')) text = text.slice(1)
      if (chunk !== '') afterReturn = chunk.endsWith('\r')
      if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
      let from = 0
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
        takeLine(finishLine(text.slice(from, at)), sink)
        from = at + 1
      }
      if (from === text.length) return
      held.push(from === 0 ? text : text.slice(from))
      heldLength += text.length - from
      guard(heldLength)
    },
    end(sink) {
      takeLine(finishLine(''), sink)
      handOver(sink)
    },
  }
}

function tooLong(maxLine: number) {
  return {
    code: 'provider/bad-answer',
    ...say('model.long-line', { kilobytes: Math.floor(maxLine / 1024) }),
    retryable: false,
  } as const
}
