import type { AssistantMessage, Message, SpokenPart, StreamEvent } from '@parley/dialects'
import type { ChatEvent, PendingCall } from '../chat/chat-event.ts'

/** What one stretch of work on a thread has told so far, for those who listen from its beginning and those who come later. */
export class LiveRun {
  readonly #log: (readonly ChatEvent[])[] = []
  #waiting: (() => void)[] = []
  #isOver = false
  /** What the turn had told before this stretch began. */
  earlier: readonly ChatEvent[] = []
  /** Settles when the work is over, whatever became of it. */
  readonly over: Promise<void>
  readonly #end: () => void

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.over = promise
    this.#end = resolve
  }

  /** How much has been told: a place to listen from. */
  get position(): number {
    return this.#log.length
  }

  emit(batch: readonly ChatEvent[]): void {
    if (this.#isOver) return
    this.#log.push(batch)
    this.#wake()
  }

  end(): void {
    this.#isOver = true
    this.#wake()
    this.#end()
  }

  async *listen(from: number, signal: AbortSignal): AsyncGenerator<readonly ChatEvent[]> {
    const left = () => this.#wake()
    signal.addEventListener('abort', left, { once: true })
    try {
      for (let next = from; !signal.aborted; ) {
        const batch = this.#log[next]
        if (batch) {
          next++
          yield batch
        } else if (this.#isOver) return
        else await new Promise<void>((resolve) => this.#waiting.push(resolve))
      }
    } finally {
      signal.removeEventListener('abort', left)
    }
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}

/** Messages as the events they came as, each part in one piece. */
export function replay(messages: readonly Message[], model: string): readonly ChatEvent[] {
  return messages.flatMap((message): readonly ChatEvent[] => {
    if (message.role === 'assistant') return replayAnswer(message, model)
    if (message.role === 'tool') return message.parts.map((result) => ({ type: 'tool-result', result }))
    return []
  })
}

function replayAnswer(message: AssistantMessage, model: string): readonly StreamEvent[] {
  const hasCalls = message.parts.some(({ type }) => type === 'tool-call')
  return [
    { type: 'message-start', messageId: message.id, model },
    ...message.parts.flatMap(replayPart),
    { type: 'message-end', reason: hasCalls ? 'calls' : 'done' },
  ]
}

function replayPart(value: SpokenPart, part: number): readonly StreamEvent[] {
  const end = { type: 'part-end', part, value } as const
  switch (value.type) {
    case 'text':
    case 'reasoning':
      return [{ type: 'part-start', part, kind: value.type }, { type: 'part-delta', part, text: value.text }, end]
    case 'tool-call': {
      const text = value.inputText ?? JSON.stringify(value.input)
      const start = { type: 'part-start', part, kind: 'tool-call', callId: value.id, name: value.name } as const
      return [start, { type: 'part-delta', part, text }, end]
    }
    case 'broken-call': {
      const name = value.name === undefined ? {} : { name: value.name }
      return [{ type: 'part-start', part, kind: 'tool-call', callId: value.id, ...name }, end]
    }
    default:
      return value satisfies never
  }
}

/** What came after the last question. */
export function turnOf(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
}

/** Calls of the server that wait for the user are asked about; calls of the page speak for themselves. */
export function requestsFor(pending: readonly PendingCall[]): readonly ChatEvent[] {
  return pending
    .filter(({ kind }) => kind === 'approval')
    .map(({ callId, reason }) => ({
      type: 'approval-request',
      callId,
      approvalId: callId,
      ...(reason !== undefined && { reason }),
    }))
}
