import {
  type ChatRequest,
  collectMessage,
  FaultError,
  type Message,
  type Respond,
  type SpokenPart,
  type StreamEvent,
} from '@parley/dialects'
import { pathTo } from '../../conversation/state/message-tree.ts'
import type { Capsule } from '../capsule.ts'
import { type Comparison, compareCalls } from './compare-calls.ts'

export interface ModelReplayOptions {
  readonly respond: Respond
  readonly model: string
  /** Asked instead of those that the model knew recorded. */
  readonly tools?: Capsule['tools']
  /** Said before everything else. A capsule keeps no system prompt. */
  readonly system?: string
  /** The first answer that is asked for, counted from 1. Absent: all of them. */
  readonly from?: number
  readonly signal: AbortSignal
}

/** One answer of the conversation, as it was given then and as this model gives it. */
export interface ReplayedAnswer {
  /** Counted from 1. */
  readonly step: number
  readonly messageId: string
  readonly recorded: readonly SpokenPart[]
  readonly now: readonly SpokenPart[]
  readonly comparison: Comparison
}

/**
 * Asks a model each question of a conversation again, with everything that was said and done before it as it was recorded:
 * no tool runs. Whoever takes the answers decides whether to go on after one that differs. Throws what the model's
 * server refuses.
 */
export async function* replayOnModel(capsule: Capsule, options: ModelReplayOptions): AsyncGenerator<ReplayedAnswer> {
  const { respond, model, tools = capsule.tools, system, from = 1, signal } = options
  const path = pathTo(capsule.nodes, capsule.thread.head)
  const begin: readonly Message[] =
    system === undefined ? [] : [{ role: 'system', id: 'system', parts: [{ type: 'text', text: system }] }]
  let step = 0
  for (const [index, { message, notes }] of path.entries()) {
    // An answer that was cut short says nothing of what would have followed.
    if (message.role !== 'assistant' || notes?.cut) continue
    step += 1
    if (step < from) continue
    const before = path.slice(0, index).map((node) => node.message)
    const request: ChatRequest = { model, messages: [...begin, ...before], ...(tools.length > 0 && { tools }) }
    const now = await answerOf(respond(request, signal))
    signal.throwIfAborted()
    yield { step, messageId: message.id, recorded: message.parts, now, comparison: compareCalls(message.parts, now) }
  }
}

async function answerOf(source: AsyncIterable<readonly StreamEvent[]>): Promise<readonly SpokenPart[]> {
  const events: StreamEvent[] = []
  for await (const batch of source) events.push(...batch)
  const { message, fault } = collectMessage(events)
  if (fault) throw new FaultError(fault)
  return message.parts
}
