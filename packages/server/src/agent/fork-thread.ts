import type { SpokenPart } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'
import type { Agent } from './agent.ts'
import { readThread, resultsOf } from './agent-thread-state.ts'
import { plainTitle } from './ask-thread.ts'
import type { ThreadRecord } from './store/thread-record.ts'
import { listenTo } from './tell-thread.ts'
import { toThreadDocument } from './thread-document.ts'

/**
 * A new thread that is as this one was, and goes on from there. Calls that need somebody are asked again in it; what the server's tools did by
 * themselves is taken over, not done again.
 */
export async function forkThread(agent: Agent, thread: ThreadRecord, given: { checkpointId: string; title?: string }) {
  const { server, store } = agent
  const then = await readThread(store.saver, thread.id, given.checkpointId)
  if (!then?.turn || then.messagesThen.length === 0) throw refusal('request/not-found', say('thread.no-checkpoint'))
  const { owner, model } = thread
  const messages = then.messagesThen
  const last = messages.at(-1)
  const known = last?.role === 'assistant' ? await doneBy(agent, thread.id, last.parts) : {}
  const turn = { ...then.turn, id: server.newId() }
  const accepted = await store.threads.begin(
    { name: server.newId(), owner, model, title: plainTitle(given.title ?? thread.title) },
    [{ key: `turn ${turn.id}`, body: { type: 'fork', turn, messages, known } }],
  )
  if (accepted) listenTo(agent, accepted)
  const made = accepted && (await store.threads.read(accepted.thread.id))
  return made ? await toThreadDocument(agent, made) : undefined
}

/** Results of calls that this server ran without asking anybody. */
async function doneBy({ server, store }: Agent, threadId: string, parts: readonly SpokenPart[]) {
  const now = await readThread(store.saver, threadId)
  const results = resultsOf(now?.messages ?? [])
  return Object.fromEntries(
    parts.flatMap((part) => {
      const tool = part.type === 'tool-call' ? server.tools.byName.get(part.name) : undefined
      if (part.type !== 'tool-call' || !tool || tool.needsApproval(part.input) !== undefined) return []
      const result = results.find(({ callId }) => callId === part.id)
      return result ? [[part.id, result]] : []
    }),
  )
}
