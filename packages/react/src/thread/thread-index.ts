import type { AnswerMessage, CallState, ThreadMessage, ThreadState } from '@parley/browser'

/** What a message must know of those around it, worked out once for all of them. */
export interface MessagePlace {
  readonly message: ThreadMessage
  /** Counted from the last one, which is 1. */
  readonly fromEnd: number
  /** The first answer of its turn: a turn of several steps is one answer. Absent: it is no answer. */
  readonly begin?: AnswerMessage
  /** The answers since the user last spoke, up to this one. */
  readonly steps: readonly AnswerMessage[]
  /** Whether no further answer follows directly. */
  readonly isLast: boolean
  /** Every call of the turn that ends with this answer, with what its programs called; none where it goes on. */
  readonly turn: readonly CallState[]
}

interface ThreadIndex {
  readonly places: ReadonlyMap<string, MessagePlace>
  /** The number of a call among those that the model wrote, from 1. */
  readonly ordinals: ReadonlyMap<string, number>
}

const known = new WeakMap<ThreadState, ThreadIndex>()

export function threadIndex(state: ThreadState): ThreadIndex {
  const index = known.get(state) ?? { places: placesOf(state), ordinals: ordinalsOf(state.calls) }
  known.set(state, index)
  return index
}

const NO_CALLS: readonly CallState[] = []

function placesOf({ messages, calls, status }: ThreadState): ReadonlyMap<string, MessagePlace> {
  const byMessage = Map.groupBy(calls.values(), ({ messageId }) => messageId)
  const places = new Map<string, MessagePlace>()
  let begin: AnswerMessage | undefined
  let made: CallState[] = []
  let steps: readonly AnswerMessage[] = []
  for (const [at, message] of messages.entries()) {
    const fromEnd = messages.length - at
    if (message.role === 'user') {
      begin = undefined
      made = []
      steps = []
      places.set(message.id, { message, fromEnd, steps, isLast: false, turn: NO_CALLS })
      continue
    }
    begin ??= message
    steps = [...steps, message]
    made.push(...(byMessage.get(message.id) ?? []))
    const isLast = messages[at + 1]?.role !== 'assistant'
    const isOver = isLast && (fromEnd > 1 || status.kind === 'idle')
    places.set(message.id, { message, fromEnd, begin, steps, isLast, turn: isOver && made.length > 0 ? made : NO_CALLS })
  }
  return places
}

function ordinalsOf(calls: ThreadState['calls']): ReadonlyMap<string, number> {
  const written = [...calls.values()].filter((call) => call.stage === 'streaming' || call.record.parent === undefined)
  return new Map(written.map(({ key }, index) => [key, index + 1]))
}
