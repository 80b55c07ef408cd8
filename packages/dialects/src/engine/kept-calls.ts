import type { BrokenCall, ToolCall } from '../canonical/part.ts'
import type { Sentence } from '../canonical/sentence.ts'
import type { PartEvent } from '../canonical/stream-event.ts'
import { problemOf } from '../canonical/words.ts'

/** Where words behind a call say that it was only shown: on its line, or anywhere behind it. */
export type ShownBy = 'line' | 'answer'

type CallEnd = Extract<PartEvent, { type: 'part-end' }> & { readonly value: ToolCall }

/** Calls of which nobody knows yet whether they were meant, and all that was written since. */
export class KeptCalls {
  /** Whether a thought may still be open, in which they stand. */
  unsettled = false
  #events: PartEvent[] | undefined
  #shownBy: ShownBy | undefined

  /** What is kept back; undefined when nothing is. */
  get events(): PartEvent[] | undefined {
    return this.#events
  }

  /** A call begins, and `shownBy` tells where words would say that it was only shown. */
  begin(shownBy: ShownBy | undefined): void {
    this.#shownBy = shownBy ?? this.#shownBy
    if (this.unsettled || this.#shownBy) this.#events ??= []
  }

  /** What the words behind the calls say of them; undefined when they do not say it yet. */
  weigh(text: string): 'shown' | 'meant' | undefined {
    if (this.#shownBy === undefined) return undefined
    const words = text.search(/\S/)
    const line = this.#shownBy === 'line' ? text.indexOf('\n') : -1
    if (line >= 0 && (words < 0 || line < words)) return 'meant'
    return words < 0 ? undefined : 'shown'
  }

  /** Makes offers of the calls. Nothing else is left of them: no reader of the stream can take an offer for a call. Returns how many. */
  offer(problem: Sentence): number {
    const ends = new Map((this.#events ?? []).flatMap((event) => (isCallEnd(event) ? [[event.part, event]] : [])))
    this.#events = this.#events?.flatMap((event): PartEvent[] => {
      const end = ends.get(event.part)
      if (end === undefined) return [event]
      if (event === end) return [{ ...end, value: offered(end.value, problem) }]
      return event.type === 'part-start' ? [unnamed(event)] : []
    })
    return ends.size
  }

  /** All that was kept back, unless it is still not known whether a thought is open. */
  release(): readonly PartEvent[] {
    this.#shownBy = undefined
    if (this.unsettled) return []
    const events = this.#events ?? []
    this.#events = undefined
    return events
  }
}

/** A call that can be read and does not run by itself: it is shown, and a person may take it up. */
export function offered(call: ToolCall, problem: Sentence): BrokenCall {
  const { id, name, source = '', dialect = '' } = call
  return { type: 'broken-call', id, name, source, dialect, ...problemOf(problem), offer: call }
}

const isCallEnd = (event: PartEvent): event is CallEnd => event.type === 'part-end' && event.value.type === 'tool-call'

/** A call that no reader begins before it knows what became of it. */
function unnamed(start: Extract<PartEvent, { type: 'part-start' }>): PartEvent {
  if (start.kind !== 'tool-call') return start
  const { type, part, kind, callId } = start
  return { type, part, kind, callId }
}
