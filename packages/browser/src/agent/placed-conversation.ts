import { faultOf } from '@parley/dialects'
import { OK, refuse } from '../conversation/call-choices.ts'
import { makeThread, OpenConversation } from '../conversation/conversation.ts'
import type { Conversation, Done } from '../conversation/conversation-contract.ts'
import type { ConversationOptions } from '../conversation/conversation-options.ts'
import { ThreadHome } from '../conversation/thread-home.ts'
import { say } from '../words/threads.ts'
import type { AgentOptions } from './agent-options.ts'

const PATIENCE_MS = 2000

/** Opens a thread where it lives, in this browser or on the server, and goes along when it moves. */
export async function openPlacedConversation(options: ConversationOptions, agent: AgentOptions): Promise<Conversation> {
  const { storage, threadId } = options
  // A thread that this browser has never seen may be one of the server's: its address was opened on another machine.
  if (!(await storage.threads.find(threadId)))
    await Promise.race([agent.threads.ready, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  await makeThread(options)
  const home = new ThreadHome(options, async () => {
    const { ServerPlace } = await import('./server-place.ts')
    return (driver) => new ServerPlace(driver, agent)
  })
  await home.open()
  const moveTo = async (place: 'browser' | 'server'): Promise<Done> => {
    const done = await move(options, agent, place)
    await home.follow()
    return done
  }
  const conversation = new OpenConversation(home)
  return { ...conversation, moves: { moveTo, fork: conversation.fork } }
}

/** To the server with the next message; back into this browser at once. */
async function move(options: ConversationOptions, agent: AgentOptions, to: 'browser' | 'server'): Promise<Done> {
  const { storage, threadId } = options
  const thread = await storage.threads.find(threadId)
  if (!thread) return refuse(say('thread.deleted'))
  if (to === 'server') {
    if (thread.mode === 'rehearse') return refuse(say('thread.no-rehearsal-there'))
    if (thread.place === undefined) await storage.threads.change(threadId, (current) => ({ ...current, place: 'moving' }))
    return OK
  }
  try {
    if (thread.place === 'server') await bringBack(options, agent)
    await storage.threads.change(threadId, ({ place: _place, ...rest }) => rest)
    return OK
  } catch (error) {
    return refuse(faultOf(error) ?? say('thread.not-back'))
  }
}

/** Takes a copy of everything, then lets the server forget it: a thread lives in one place. */
async function bringBack({ storage, threadId }: ConversationOptions, { client, threads }: AgentOptions): Promise<void> {
  const { localDocument, mirrorThread } = await import('./mirror-thread.ts')
  const read = async () => await localDocument(storage, await client.read(threadId))
  let document = await read()
  // What only the server could do ends there; calls of the page go on waiting here.
  if (document?.status === 'running' || document?.pending.some(({ kind }) => kind === 'approval')) {
    await client.cancel(threadId)
    document = await read()
  }
  if (document) await mirrorThread(storage, document)
  await client.remove(threadId)
  threads.look()
}
