import { brokenWords, type ChatRequest, type Message, type StreamEvent, type ToolResult, wordsResult } from '@parley/dialects'
import type { Answer, Answerer } from '../answerer.ts'
import { tooManySteps } from '../chat/run-chat-turn.ts'
import type { Limits } from '../config-schema.ts'
import { unknownTool } from '../tools/unknown-tool.ts'
import { toldResult } from '../waiting/told-result.ts'
import type { WaitingRoom } from '../waiting/waiting-room.ts'
import type { HandTool } from './hand-tool.ts'
import { type Demand, JoinedAnswer } from './joined-answer.ts'

export interface HandsOptions {
  readonly tools: readonly HandTool[]
  /** The client's own tools. */
  readonly theirs: ReadonlySet<string>
  readonly waiting: WaitingRoom
  readonly limits: Pick<Limits, 'steps'>
}

type AskedWith = Parameters<Answerer>[1]

/**
 * Runs tools of ours for a client that has none: the model is asked, its calls of them wait for a person and run, and it is asked
 * again, until it has answered or calls a tool of the client. To the client it is one answer. The request names all tools already.
 */
export function withHands(answer: Answerer, options: HandsOptions): Answerer {
  return async (request, asked) => {
    const first = await answer(request, asked)
    return { ...first, events: rounds(first, { request, asked, answer, options }) }
  }
}

interface Work {
  readonly request: ChatRequest
  readonly asked: AskedWith
  readonly answer: Answerer
  readonly options: HandsOptions
}

async function* rounds(first: Answer, work: Work): AsyncGenerator<readonly StreamEvent[]> {
  const { asked, answer, options } = work
  const { steps } = options.limits
  // One call of ours is what was required.
  const { toolChoice: _met, ...request } = work.request
  const joined = new JoinedAnswer({ theirs: options.theirs, isShaped: request.shape !== undefined })
  let { events } = first
  let { messages } = request
  for (let step = 1; ; step++) {
    for await (const batch of events) {
      const told = joined.read(batch)
      if (told.length > 0) yield told
    }
    if (!joined.demand) return
    if (step >= steps) return yield [ended({ type: 'fault', fault: tooManySteps(steps) }, asked)]
    asked.witness?.stands(undefined)
    messages = [...messages, ...(await settled(joined.demand, work))]
    // Who asked has gone: what they would be told, the end of their stream tells.
    if (asked.signal.aborted) return asked.witness?.stands('left')
    joined.demand = undefined
    events = (await answer({ ...request, messages }, asked)).events
  }
}

/** An end that no model has said. */
function ended(event: Extract<StreamEvent, { type: 'fault' }>, { witness }: AskedWith): StreamEvent {
  witness?.read([event])
  witness?.stands('fault')
  return event
}

/** What the model said, and what came of it: one call after the other, since one may build on what another has done. */
async function settled({ message, calls }: Demand, work: Work): Promise<readonly Message[]> {
  const results: ToolResult[] = []
  for (const call of calls) results.push(await settle(call, work))
  return [message, { role: 'tool', id: `${message.id}-results`, parts: results }]
}

/** The same rules as for agents that call our tools by themselves: a person decides, and nobody else runs it. */
async function settle(call: Demand['calls'][number], { asked, options }: Work): Promise<ToolResult> {
  if (call.type === 'broken-call') return wordsResult(call, 'error', brokenWords(call.problem))
  const { tools, waiting } = options
  const tool = tools.find(({ spec }) => spec.name === call.name)
  if (!tool)
    return unknownTool(
      call,
      tools.map(({ spec }) => spec.name),
    )
  const { owner, client } = asked.asker
  const { run, fingerprint, says } = tool
  const heard = await waiting.ask(
    {
      owner,
      client,
      name: call.name,
      input: call.input,
      runs: run ? 'server' : 'page',
      ...(fingerprint !== undefined && { fingerprint }),
      ...(says && { says }),
    },
    { signal: asked.signal, ...(run && { run }) },
  )
  return { ...toldResult(heard, call, waiting.isPageOpen(owner)), callId: call.id, name: call.name }
}
