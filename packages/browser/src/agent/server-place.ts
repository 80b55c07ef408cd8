import { faultOf, type JsonObject, type Message } from '@parley/dialects'
import { writeUiMessages } from '@parley/dialects/wire'
import { OK, refuse } from '../conversation/call-choices.ts'
import { blankThread } from '../conversation/conversation.ts'
import type { Done } from '../conversation/conversation-contract.ts'
import type { Place } from '../conversation/place.ts'
import { toRequest } from '../conversation/state/stored-state.ts'
import type { ThreadState } from '../conversation/state/thread-state.ts'
import type { ThreadDriver } from '../conversation/thread-driver.ts'
import { proceedMove, type Said, sendMove } from '../conversation/thread-moves.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { changeOne } from '../ledger/ledger.ts'
import { send } from '../ledger/transitions.ts'
import type { StoredThread } from '../storage/thread-store.ts'
import type { Executor } from '../tools/tool.ts'
import { resultsId } from '../turn/run-turn.ts'
import { say } from '../words/threads.ts'
import { type AgentOptions, questionBody } from './agent-options.ts'
import { agentView, isBehind, withTold } from './agent-view.ts'
import { BackendTools } from './backend-tools.ts'
import { localDocument, mirrorThread } from './mirror-thread.ts'
import { programDoors } from './program-doors.ts'
import { ServerWatch } from './server-watch.ts'
import { type ReadyAnswer, settlePending } from './settle-pending.ts'

const forkTitle = (title: string): string => `${title} (2)`

/** The server was not reached: looking tells the user so, and goes on once it is back. */
function ifFaulted(error: unknown): true {
  if (!faultOf(error)) throw error
  return true
}

/**
 * A thread that lives on the server, in every tab that shows it: what the server has is shown, what is said and decided here is told
 * there. Only what has effects here, running calls of the page, is done by one tab alone.
 */
export class ServerPlace implements Place {
  readonly name = 'server'
  readonly tellsAtOnce = say('call.told-already')
  readonly #driver: ThreadDriver
  readonly #agent: AgentOptions
  readonly #server: ServerWatch
  readonly #backend: BackendTools
  /** Decisions about the server's own calls that were told: the server may still list them for a moment. */
  readonly #told = new Set<string>()
  #sought: string | undefined

  constructor(driver: ThreadDriver, agent: AgentOptions) {
    this.#driver = driver
    this.#agent = agent
    this.#server = new ServerWatch(driver, agent)
    this.#backend = new BackendTools(programDoors(agent.client, driver.kit.threadId))
    const unsubscribe = agent.threads.subscribe(() => this.#server.onNews())
    driver.closing.addEventListener('abort', unsubscribe, { once: true })
  }

  /** Programs call the server's own tools, too. */
  equip(executor: Executor): Executor {
    const { tools } = this.#backend
    return tools.length > 0 && executor.withInner ? executor.withInner(tools) : executor
  }

  /** Where no program calls anything, nobody needs to know them. */
  async #loadTools(): Promise<void> {
    if (this.#driver.kit.executor().withInner) await this.#backend.load()
  }

  /** Looks what the server has, and listens as long as it works. */
  wake(): void {
    this.#server.look()
  }

  isBusy(): boolean {
    return this.#server.document?.status === 'running'
  }

  hears(record: CallRecord): boolean {
    this.#server.live?.fold([{ type: 'call-change', record }])
    return this.#server.live !== undefined
  }

  /** What is kept, and what the server said last. */
  async look(): Promise<ThreadState | undefined> {
    const known = await this.#server.known()
    if (!known || this.#server.live) return undefined
    const { head } = known.stored.thread
    // Once for each message: one that the server never gets must not keep us asking.
    if (head !== this.#sought && isBehind(known)) this.wake()
    this.#sought = head
    return withTold(agentView(known), known.before)
  }

  stop(): void {
    void this.#ask((client) => client.cancel(this.#driver.kit.threadId))
  }

  stopCall({ call }: CallRecord): Promise<Done> {
    return this.#ask((client) => client.cancelCall(this.#driver.kit.threadId, call.id))
  }

  /** Tells the server what it does not know yet: everything for a new thread, else what came behind the last answer. */
  async answer(): Promise<void> {
    const { storage, threadId } = this.#driver.kit
    const stored = await storage.threads.read(threadId)
    if (!stored) return
    const messages = await this.#messages(stored)
    const answered = messages.findLastIndex(({ role }) => role === 'assistant')
    const news = messages.slice(this.#server.document ? Math.max(0, answered) : 0)
    await this.#driver.refresh()
    this.#server.handing()
    try {
      await this.#loadTools()
      await this.#agent.client.ask(threadId, await this.#question(threadId, stored, news))
      await storage.threads.change(threadId, (thread) => ({ ...thread, place: 'server' }))
      this.#server.tried()
    } catch (error) {
      this.#server.tried(error)
      return await this.#driver.refresh()
    }
    this.#agent.threads.look()
    this.wake()
  }

  async #question(threadId: string, { thread }: StoredThread, messages: readonly Message[]): Promise<JsonObject> {
    const { kit } = this.#driver
    const request = await kit.request(thread)
    const there = new Set(messages.map(({ id }) => id))
    // The server has those of what it knows; of a thread that begins there, it is told them with the messages.
    const summaries = thread.summaries?.filter(({ upTo }) => there.has(upTo))
    return questionBody(kit, this.#agent, threadId, {
      messages: writeUiMessages(messages),
      request,
      ...(summaries && { summaries }),
    })
  }

  /** All of them: the server keeps the whole thread. */
  async #messages({ thread: { summaries: _summaries, ...thread }, ...stored }: StoredThread): Promise<readonly Message[]> {
    const { storage, threadId } = this.#driver.kit
    return toRequest({ model: '' }, { ...stored, thread }, await storage.ledger.ofThread(threadId)).messages
  }

  /** Runs the calls that the server waits for, and tells what became of them. */
  async settle(): Promise<void> {
    const isNews = await this.#settlePending().catch(ifFaulted)
    if (isNews) this.wake()
  }

  /** Whether anything was told. Throws a fault when the server cannot be asked: then nothing runs. */
  async #settlePending(): Promise<boolean> {
    const { threadId, storage } = this.#driver.kit
    // Asked anew each time: another browser may have answered meanwhile, and what was answered must not run.
    const document = await localDocument(storage, await this.#agent.client.read(threadId))
    if (document?.status !== 'waiting') return document !== undefined
    await mirrorThread(storage, document)
    await this.#loadTools()
    return await this.#driver.run(async (options, signal) => {
      const claim = (callId: string) => this.#agent.client.claim(threadId, callId, options.owner)
      const settling = settlePending(document, { ...options, claim }, signal)
      let step = await settling.next()
      for (; !step.done; step = await settling.next()) this.#driver.fold(step.value)
      return await this.#tell(step.value.filter(({ id }) => !this.#told.has(id)))
    })
  }

  async #tell(ready: readonly ReadyAnswer[]): Promise<boolean> {
    if (ready.length === 0) return false
    const { threadId, storage } = this.#driver.kit
    const answers = ready.map(({ answer }) => answer)
    await this.#agent.client.resume(threadId, answers).catch((error: unknown) => {
      // Somebody else was faster: what they said counts, and is read with the thread.
      if (faultOf(error)?.code !== 'request/conflict') throw error
    })
    for (const { key, id } of ready) {
      this.#told.add(id)
      await changeOne(storage.ledger, key, (record) => send(record, resultsId(record.messageId)))
    }
    return true
  }

  /** Without a message: asks the server again, where it failed or did not answer. With one: a new thread, from before that answer. */
  async retry(messageId?: string): Promise<Done> {
    if (messageId !== undefined) return await this.#branch(messageId, [])
    const { status, messages, id } = this.#driver.view.getSnapshot()
    const { document } = this.#server
    if (document?.status === 'failed') return await this.#ask((client) => client.resume(id, []))
    const isUnsent = !document?.messages.some((message) => message.id === messages.at(-1)?.id)
    if (status.kind === 'unanswered' && isUnsent) return await this.#driver.perform(async () => OK)
    this.wake()
    return OK
  }

  /** After a rejection that halted: the model goes on. After the server's limit of steps: it is told to. */
  async proceed(words = 'Go on.'): Promise<Done> {
    const { kit } = this.#driver
    if (this.#server.document?.status === 'failed') return await this.#driver.perform(sendMove(words))
    const stored = await kit.storage.threads.read(kit.threadId)
    const done = stored ? await proceedMove()(kit, stored) : refuse(say('thread.deleted'))
    this.#driver.nudge()
    return done
  }

  async edit(messageId: string, said: Said): Promise<Done> {
    const parts = typeof said === 'string' ? [{ type: 'text' as const, text: said }] : said
    return await this.#branch(messageId, [{ role: 'user', id: this.#driver.kit.newId(), parts }])
  }

  async switchTo(): Promise<Done> {
    return refuse(say('thread.one-line'))
  }

  async runTold({ messageId }: CallRecord): Promise<Done> {
    const step = this.#driver.view.getSnapshot().server?.steps.find(({ id }) => id === messageId)
    if (!step?.checkpoint) return refuse(say('call.no-checkpoint'))
    return await this.fork(step.checkpoint.id)
  }

  /** A new thread that goes on from a checkpoint of this one. */
  async fork(checkpointId: string): Promise<Done> {
    const { id, title } = this.#driver.view.getSnapshot()
    return await this.#ask(async (client) => this.#show(await client.fork(id, checkpointId, forkTitle(title))))
  }

  /** A new thread with everything before `messageId`, and then `more`. */
  async #branch(messageId: string, more: readonly Message[]): Promise<Done> {
    const { storage, threadId } = this.#driver.kit
    const stored = await storage.threads.read(threadId)
    if (!stored) return refuse(say('thread.deleted'))
    const messages = await this.#messages(stored)
    const at = messages.findIndex(({ id }) => id === messageId)
    const said = [...messages.slice(0, Math.max(0, at)), ...more]
    if (at < 0 || said.length === 0) return refuse(say('message.gone'))
    const id = this.#driver.kit.newId()
    return await this.#ask(async (client) => {
      await client.ask(id, await this.#question(id, stored, said))
      await this.#show(id)
    })
  }

  async summarise(signal: AbortSignal): Promise<Done | undefined> {
    const { kit } = this.#driver
    const thread = await kit.storage.threads.find(kit.threadId)
    // On its way: the server does not know it yet.
    if (thread?.place !== 'server') return undefined
    const { model } = await kit.request(thread)
    const done = await this.#ask((client) => client.summarise(kit.threadId, model, signal))
    return signal.aborted ? refuse(say('thread.stopped')) : done
  }

  async undoSummary(): Promise<Done | undefined> {
    const { storage, threadId } = this.#driver.kit
    const thread = await storage.threads.find(threadId)
    return thread?.place === 'server' ? await this.#ask((client) => client.undoSummary(threadId)) : undefined
  }

  async #show(threadId: string): Promise<void> {
    const { storage, now } = this.#driver.kit
    const { id, title, mode } = this.#driver.view.getSnapshot()
    await storage.threads.create({ ...blankThread(threadId, now()), title: forkTitle(title), mode, place: 'server' })
    await this.#agent.onFork(id, threadId)
  }

  async #ask(work: (client: AgentOptions['client']) => Promise<void>): Promise<Done> {
    try {
      await work(this.#agent.client)
      return OK
    } catch (error) {
      return refuse(faultOf(error) ?? say('thread.failed'))
    } finally {
      this.#agent.threads.look()
      this.wake()
    }
  }
}
