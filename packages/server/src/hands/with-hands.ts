import { brokenWords, type ToolResult, wordsResult } from '@parley/dialects'
import type { Answerer } from '../answerer.ts'
import type { Limits } from '../config-schema.ts'
import { unknownTool } from '../tools/unknown-tool.ts'
import { toldResult } from '../waiting/told-result.ts'
import type { WaitingRoom } from '../waiting/waiting-room.ts'
import type { HandTool } from './hand-tool.ts'
import type { Demand } from './joined-answer.ts'
import { rounds } from './rounds.ts'

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
    const { theirs, limits } = options
    // One call of ours is what was required.
    const { toolChoice: _met, ...free } = request
    const events = rounds(first.events, {
      answer,
      asked,
      request: () => free,
      // Who has no tools calls none.
      isTheirs: (name) => (name === undefined ? theirs.size > 0 : theirs.has(name)),
      settle: (call) => settle(call, { asked, options }),
      steps: limits.steps,
    })
    return { ...first, events }
  }
}

interface Work {
  readonly asked: AskedWith
  readonly options: HandsOptions
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
