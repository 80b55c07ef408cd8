import { faultOf } from '@parley/dialects'
import { OK, refuse } from '../conversation/call-choices.ts'
import { blankThread, openConversation } from '../conversation/conversation.ts'
import type { Conversation, Done } from '../conversation/conversation-contract.ts'
import type { ConversationOptions } from '../conversation/conversation-options.ts'
import { AgentConversation, openAgentConversation } from './agent-conversation.ts'
import type { AgentOptions } from './agent-options.ts'
import { localDocument } from './local-ids.ts'
import { mirrorThread } from './mirror-thread.ts'

const PATIENCE_MS = 2000

/** Opens a thread where it lives, in this browser or on the server, and goes along when it moves. */
export async function openPlacedConversation(options: ConversationOptions, agent: AgentOptions): Promise<Conversation> {
  const { storage, threadId } = options
  if (!(await storage.threads.find(threadId))) {
    // A thread that this browser has never seen may be one of the server's: its address was opened on another machine.
    await Promise.race([agent.threads.ready, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    await storage.threads.create({ ...blankThread(threadId, Date.now()), mode: options.initialMode ?? 'ask' })
  }
  const placed = new Placed(options, agent)
  await placed.follow()
  return placed.conversation()
}

class Placed {
  readonly #options: ConversationOptions
  readonly #agent: AgentOptions
  readonly #listeners = new Set<() => void>()
  readonly #unwatch: () => void
  #inner: Conversation | undefined
  #unsubscribe: (() => void) | undefined
  #moving: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: ConversationOptions, agent: AgentOptions) {
    this.#options = options
    this.#agent = agent
    this.#unwatch = options.storage.threads.watch((id) => {
      if (id === options.threadId) void this.follow()
    })
  }

  /** Opens the thread where it is now, if that is not where it was. */
  follow(): Promise<void> {
    this.#moving = this.#moving.then(() => this.#follow()).catch(this.#options.onError ?? (() => {}))
    return this.#moving
  }

  async #follow(): Promise<void> {
    const thread = await this.#options.storage.threads.find(this.#options.threadId)
    if (!thread || this.#isClosed) return
    const isThere = this.#inner instanceof AgentConversation
    // On its way the thread is wherever it was opened last: only its arrival, or its return, is a move.
    if (this.#inner && (thread.place === 'moving' || isThere === (thread.place === 'server'))) return
    await this.#enter(thread.place === 'server')
  }

  async #enter(server: boolean): Promise<void> {
    const before = this.#inner
    this.#unsubscribe?.()
    // Whoever leaves lets go of the thread first: the other one needs its lock.
    before?.close()
    const next = server ? await openAgentConversation(this.#options, this.#agent) : await openConversation(this.#options)
    this.#inner = next
    this.#unsubscribe = next.subscribe(() => this.#tell())
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #now(): Conversation {
    if (!this.#inner) throw new Error('The thread could not be opened.')
    return this.#inner
  }

  /** What the next message goes to: a thread that is about to move goes to the server first. */
  async #next(): Promise<Conversation> {
    const thread = await this.#options.storage.threads.find(this.#options.threadId)
    if (thread?.place === 'moving' && !(this.#inner instanceof AgentConversation)) await this.#enter(true)
    return this.#now()
  }

  moveTo = async (place: 'browser' | 'server'): Promise<Done> => {
    const { storage, threadId } = this.#options
    const thread = await storage.threads.find(threadId)
    if (!thread) return refuse('This thread was deleted.')
    if (place === 'server') {
      if (thread.place === undefined) await storage.threads.change(threadId, (current) => ({ ...current, place: 'moving' }))
      return OK
    }
    try {
      if (thread.place === 'server') await bringBack(this.#options, this.#agent)
      await storage.threads.change(threadId, ({ place: _place, ...rest }) => rest)
      await this.follow()
      return OK
    } catch (error) {
      return refuse(faultOf(error)?.message ?? 'The thread could not be brought back. Try again.')
    }
  }

  fork = async (checkpointId: string): Promise<Done> => {
    const inner = this.#now()
    return inner instanceof AgentConversation
      ? await inner.fork(checkpointId)
      : refuse('Only a thread on the server has checkpoints.')
  }

  conversation(): Conversation {
    const now = () => this.#now()
    return {
      id: this.#options.threadId,
      moves: { moveTo: this.moveTo, fork: this.fork },
      subscribe: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
      getSnapshot: () => now().getSnapshot(),
      send: async (said) => await (await this.#next()).send(said),
      retry: async (messageId) => await (await this.#next()).retry(messageId),
      stop: () => now().stop(),
      proceed: () => now().proceed(),
      edit: (messageId, said) => now().edit(messageId, said),
      switchTo: (messageId) => now().switchTo(messageId),
      decide: (key, choice) => now().decide(key, choice),
      decideAll: (messageId, choice) => now().decideAll(messageId, choice),
      undoReject: (key) => now().undoReject(key),
      stopCall: (key) => now().stopCall(key),
      runAgain: (key, input) => now().runAgain(key, input),
      markFailed: (key) => now().markFailed(key),
      review: (key, choice) => now().review(key, choice),
      answer: (key, value) => now().answer(key, value),
      resendCall: (key) => now().resendCall(key),
      editBroken: (key, call) => now().editBroken(key, call),
      takeOffer: (key) => now().takeOffer(key),
      treatAsText: (key) => now().treatAsText(key),
      foreignCalls: (messageId) => now().foreignCalls(messageId),
      readAgain: (messageId) => now().readAgain(messageId),
      setMode: (mode) => now().setMode(mode),
      rename: (title) => now().rename(title),
      whenIdle: () => now().whenIdle(),
      close: () => {
        this.#isClosed = true
        this.#unwatch()
        this.#unsubscribe?.()
        this.#inner?.close()
      },
    }
  }
}

/** Takes a copy of everything, then lets the server forget it: a thread lives in one place. */
async function bringBack({ storage, threadId }: ConversationOptions, { client, threads }: AgentOptions): Promise<void> {
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
