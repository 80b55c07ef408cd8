import type { AnswerMessage, CallState, ThreadMessage, ThreadState } from '@parley/browser'
import type { FinishedTurn } from './steps/finished-turn.ts'

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
  /** The turn it belongs to. Absent: it is no answer, or the turn goes on. */
  readonly finished?: FinishedTurn
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

function placesOf({ messages, calls, status }: ThreadState): ReadonlyMap<string, MessagePlace> {
  const byMessage = Map.groupBy(calls.values(), ({ messageId }) => messageId)
  const places = new Map<string, MessagePlace>()
  let answers: AnswerMessage[] = []
  for (const [at, message] of messages.entries()) {
    const fromEnd = messages.length - at
    if (message.role === 'user') {
      places.set(message.id, { message, fromEnd, steps: [], isLast: false })
      continue
    }
    answers.push(message)
    if (messages[at + 1]?.role === 'assistant') continue
    const isOver = fromEnd > 1 || status.kind === 'idle'
    const made = answers.flatMap(({ id }) => byMessage.get(id) ?? [])
    placeTurn(places, answers, fromEnd, isOver ? finishedTurn(answers, made) : undefined)
    answers = []
  }
  return places
}

function placeTurn(
  places: Map<string, MessagePlace>,
  answers: readonly AnswerMessage[],
  fromEnd: number,
  finished: FinishedTurn | undefined,
): void {
  const [begin] = answers
  for (const [at, message] of answers.entries()) {
    const behind = answers.length - 1 - at
    places.set(message.id, {
      message,
      fromEnd: fromEnd + behind,
      ...(begin && { begin }),
      steps: answers.slice(0, at + 1),
      isLast: behind === 0,
      ...(finished && { finished }),
    })
  }
}

const turns = new WeakMap<AnswerMessage, FinishedTurn>()

export const isSameList = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && before.every((each, index) => each === after[index])

/** The same object as long as it is the same turn. */
function finishedTurn(answers: readonly AnswerMessage[], calls: readonly CallState[]): FinishedTurn | undefined {
  const [begin] = answers
  if (!begin) return undefined
  const before = turns.get(begin)
  if (before && isSameList(before.answers, answers) && isSameList(before.calls, calls)) return before
  const turn = { id: begin.id, answers, calls }
  turns.set(begin, turn)
  return turn
}

function ordinalsOf(calls: ThreadState['calls']): ReadonlyMap<string, number> {
  const written = [...calls.values()].filter((call) => call.stage === 'streaming' || call.record.parent === undefined)
  return new Map(written.map(({ key }, index) => [key, index + 1]))
}
