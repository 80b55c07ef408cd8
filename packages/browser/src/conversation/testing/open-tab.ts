import type { ChatRequest, JsonObject, SpokenPart } from '@parley/dialects'
import { z } from 'zod'
import { housePolicy } from '../../approval/policy.ts'
import { memoryThreadStorage, type ThreadStorage } from '../../storage/thread-storage.ts'
import { defineTool } from '../../tools/define-tool.ts'
import { createExecutor } from '../../tools/executor.ts'
import type { Tool } from '../../tools/tool.ts'
import { type ScriptedAnswer, scriptedRespond } from '../../turn/scripted-respond.ts'
import { openConversation } from '../conversation.ts'
import type { Conversation } from '../conversation-contract.ts'
import type { ConversationOptions } from '../conversation-options.ts'
import type { KnownCall, ThreadStatus } from '../state/thread-state.ts'

export const say = (text: string): ScriptedAnswer => ({ parts: [{ type: 'text', text }] })

export const ask = (...calls: readonly SpokenPart[]): ScriptedAnswer => ({ parts: calls })

export function callPart(name: string, input: JsonObject, id = 'call_1'): SpokenPart {
  return { type: 'tool-call', id, name, input }
}

/** What a world of tabs shares: one script, one storage, and a list of everything that really ran. */
export interface World {
  readonly storage: ThreadStorage
  readonly requests: ChatRequest[]
  readonly runs: JsonObject[]
  readonly errors: unknown[]
}

export function createWorld(storage: ThreadStorage = memoryThreadStorage()): World {
  return { storage, requests: [], runs: [], errors: [] }
}

/** Notes that it ran, and doubles. `slow` runs until it is stopped. */
export function doublingTool(world: World): Tool {
  return defineTool({
    name: 'double',
    description: 'Doubles a number.',
    parameters: z.object({ n: z.number().describe('The number.'), slow: z.boolean().optional() }),
    effects: [{ kind: 'run-code' }],
    preview: ({ n }) => `Double ${n}`,
    async execute({ n, slow }, { signal }) {
      world.runs.push({ n })
      if (slow) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return n * 2
    },
  })
}

export async function openTab(
  world: World,
  answers: readonly ScriptedAnswer[],
  more: Partial<ConversationOptions> & { readonly tools?: readonly Tool[] } = {},
): Promise<Tab> {
  const { tools = [doublingTool(world)], ...options } = more
  const conversation = await openConversation({
    threadId: 'thread',
    storage: world.storage,
    respond: scriptedRespond(answers, { onRequest: (request) => world.requests.push(request) }),
    executor: () => createExecutor(tools),
    policy: housePolicy(),
    request: () => ({ model: 'demo' }),
    onError: (error) => world.errors.push(error),
    ...options,
  })
  return new Tab(conversation)
}

/** A conversation with the few words that stories about it need. */
export class Tab {
  readonly conversation: Conversation

  constructor(conversation: Conversation) {
    this.conversation = conversation
  }

  get state() {
    return this.conversation.getSnapshot()
  }

  until(isReached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      // What ran is not part of the state, so it is looked for as well as waited for.
      const timer = setInterval(() => check(), 5)
      const check = () => {
        if (!isReached()) return
        clearInterval(timer)
        unsubscribe()
        resolve()
      }
      const unsubscribe = this.conversation.subscribe(check)
      check()
    })
  }

  async status(kind: ThreadStatus['kind']): Promise<void> {
    await this.until(() => this.state.status.kind === kind)
  }

  /** The known call at `index`, counted over the whole thread. */
  call(index = 0): KnownCall {
    const call = [...this.state.calls.values()].filter((each) => each.stage !== 'streaming')[index]
    if (!call) throw new Error(`There is no call ${index}.`)
    return call
  }

  async stage(stage: KnownCall['stage'], index = 0): Promise<KnownCall> {
    await this.until(() => [...this.state.calls.values()].filter((each) => each.stage !== 'streaming')[index]?.stage === stage)
    return this.call(index)
  }

  async allow(index = 0) {
    const call = await this.stage('awaiting', index)
    return await this.conversation.decide(call.key, { kind: 'allow', hash: call.record.hash })
  }

  lastText(): string {
    const last = this.state.messages.at(-1)
    return last?.parts.map((part) => ('text' in part ? part.text : '')).join('') ?? ''
  }

  async says(text: string): Promise<void> {
    await this.until(() => this.state.status.kind === 'idle' && this.lastText() === text)
  }
}
