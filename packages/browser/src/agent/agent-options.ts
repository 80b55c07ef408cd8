import type { JsonObject, Summary, ToolSpec } from '@parley/dialects'
import type { ConversationKit, RequestOptions } from '../conversation/conversation-options.ts'
import { type Executor, wholeOf } from '../tools/tool.ts'
import type { ServerThreads } from './server-threads.ts'
import type { ThreadClient } from './thread-client.ts'

/** What a conversation needs besides its own parts to live on the server. */
export interface AgentOptions {
  readonly client: ThreadClient
  readonly threads: ServerThreads
  /** The dialect the server should speak with the model, or `native`. Asked every time. Absent: the server chooses. */
  readonly dialect?: () => string | undefined
  /** A new thread was made that goes on from an earlier step of this one. Show it. */
  readonly onFork: (from: string, to: string) => Promise<void>
}

interface Question {
  readonly messages: JsonObject[]
  readonly request: RequestOptions
  /** Of messages that the server does not know yet. Absent: they are told themselves. */
  readonly summaries?: readonly Summary[]
}

/** The body that asks a thread something, with the tools and settings of this moment. */
export function questionBody(
  { executor }: ConversationKit,
  { dialect }: AgentOptions,
  threadId: string,
  { messages, request, summaries = [] }: Question,
): JsonObject {
  const { model, system, settings } = request
  const paradigm = dialect?.()
  const all = wholeOf(executor())
  const chosen = chosenIn(all)
  const isBackend = ({ name }: ToolSpec) => all.inner?.find(name)?.asks !== undefined
  // Their programs call the server's own tools, which are taught with them.
  const programs = all.specs.flatMap(({ name }) => (all.inner?.specs.some(isBackend) && all.find(name)?.mayCall ? [name] : []))
  const there = new Set(chosen.map(({ name }) => name))
  const tools = all.specs
    .filter(({ name }) => !there.has(name))
    .map(({ name, description, parameters }): [string, JsonObject] => [name, { description, parameters }])
  return {
    messages,
    tools: Object.fromEntries(tools),
    config: {
      mode: 'agent',
      threadId,
      ...(chosen.length > 0 && { mcpTools: chosen }),
      ...(programs.length > 0 && { programs }),
      ...(summaries.length > 0 && { summaries: summaries.map((summary) => ({ ...summary })) }),
      ...(model !== '' && { model }),
      ...(paradigm !== undefined && { toolParadigm: paradigm }),
      ...(system !== undefined && { systemPrompt: system }),
      ...(settings?.temperature !== undefined && { temperature: settings.temperature }),
      ...(settings?.maxTokens !== undefined && { maxTokens: settings.maxTokens }),
    },
  }
}

/** Tools that the server runs itself in its threads, each as it was looked at. */
function chosenIn({
  specs,
  find,
}: Executor): readonly { readonly name: string; readonly fingerprint: string; readonly isTrusted?: true }[] {
  return specs.flatMap(({ name }) => {
    const { onServer } = find(name) ?? {}
    return onServer ? [{ name, fingerprint: onServer.fingerprint, ...(onServer.isTrusted && { isTrusted: true as const }) }] : []
  })
}
