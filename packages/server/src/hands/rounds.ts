import { type ChatRequest, type Message, type StreamEvent, type ToolResult } from '@parley/dialects'
import type { Answerer } from '../answerer.ts'
import { tooManySteps } from '../chat/run-chat-turn.ts'
import { type Demand, JoinedAnswer } from './joined-answer.ts'

export interface Rounds {
  readonly answer: Answerer
  readonly asked: Parameters<Answerer>[1]
  /** The request of the next round, before what was said so far. */
  readonly request: () => ChatRequest
  readonly isTheirs: (name: string | undefined) => boolean
  readonly settle: (call: Demand['calls'][number]) => Promise<ToolResult>
  readonly steps: number
}

/** Asks the model, settles its calls that are not the client's, and asks again, until it has answered. To the client it is one answer. */
export async function* rounds(
  first: AsyncIterable<readonly StreamEvent[]>,
  { answer, asked, request, isTheirs, settle, steps }: Rounds,
): AsyncGenerator<readonly StreamEvent[]> {
  const joined = new JoinedAnswer({ isTheirs, isShaped: request().shape !== undefined })
  let events = first
  let { messages } = request()
  for (let step = 1; ; step++) {
    for await (const batch of events) {
      const told = joined.read(batch)
      if (told.length > 0) yield told
    }
    if (!joined.demand) return
    if (step >= steps) return yield [ended({ type: 'fault', fault: tooManySteps(steps) }, asked)]
    asked.witness?.stands(undefined)
    messages = [...messages, ...(await settled(joined.demand, settle))]
    // Who asked has gone: what they would be told, the end of their stream tells.
    if (asked.signal.aborted) return asked.witness?.stands('left')
    joined.demand = undefined
    events = (await answer({ ...request(), messages }, asked)).events
  }
}

/** An end that no model has said. */
function ended(event: Extract<StreamEvent, { type: 'fault' }>, { witness }: Rounds['asked']): StreamEvent {
  witness?.read([event])
  witness?.stands('fault')
  return event
}

/** What the model said, and what came of it: one call after the other, since one may build on what another has done. */
async function settled({ message, calls }: Demand, settle: Rounds['settle']): Promise<readonly Message[]> {
  const results: ToolResult[] = []
  for (const call of calls) results.push(await settle(call))
  return [message, { role: 'tool', id: `${message.id}-results`, parts: results }]
}
