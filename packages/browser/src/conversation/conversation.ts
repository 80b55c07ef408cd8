import type { JsonObject, JsonValue, ToolCall } from '@parley/dialects'
import type { Mode } from '../approval/verdict.ts'
import type { ThreadRecord } from '../storage/thread-store.ts'
import { say } from '../words/threads.ts'
import {
  answerQuestion,
  cancelQueued,
  decideCall,
  failInterrupted,
  OK,
  refuse,
  rerunCall,
  reviewResult,
  undoRejection,
} from './call-choices.ts'
import type { Choice, Conversation, Done, ReviewChoice } from './conversation-contract.ts'
import type { ConversationKit, ConversationOptions } from './conversation-options.ts'
import type { ThreadDriver } from './thread-driver.ts'
import { ThreadHome } from './thread-home.ts'
import { type Said, sendMove } from './thread-moves.ts'

// What only answers with faults need, fetched with the first of them.
const brokenChoices = () => import('./broken-choices.ts')
const readings = () => import('./read-again.ts')
const summaries = () => import('./asking/summarise.ts')

/** Opens a thread, making it if it is new. What had been left unfinished and needs nobody goes on by itself. */
export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  await makeThread(options)
  const home = new ThreadHome(options)
  await home.open()
  return new OpenConversation(home)
}

export function blankThread(id: string, now: number): ThreadRecord {
  return { id, title: '', titledBy: 'message', mode: 'ask', extraSteps: 0, createdAt: now, updatedAt: now }
}

export async function makeThread({ storage, threadId, initialMode = 'ask', now = Date.now }: ConversationOptions): Promise<void> {
  if (await storage.threads.find(threadId)) return
  await storage.threads.create({ ...blankThread(threadId, now()), mode: initialMode })
}

/** Every button as a method. What is chosen is kept first; then whoever drives the thread looks at it. */
export class OpenConversation implements Conversation {
  readonly id: string
  readonly grants: Conversation['grants']
  readonly #home: ThreadHome

  constructor(home: ThreadHome) {
    this.id = home.threadId
    this.grants = home.driver.kit.storage.grants
    this.#home = home
  }

  get #driver(): ThreadDriver {
    return this.#home.driver
  }

  get #kit(): ConversationKit {
    return this.#driver.kit
  }

  subscribe: Conversation['subscribe'] = (listener) => this.#home.subscribe(listener)
  getSnapshot: Conversation['getSnapshot'] = () => this.#driver.view.getSnapshot()
  whenIdle = (): Promise<void> => this.#driver.whenIdle()
  close = (): void => this.#home.close()

  send = async (said: Said): Promise<Done> => await (await this.#home.next()).perform(sendMove(said))
  retry = async (messageId?: string): Promise<Done> => await (await this.#home.next()).place.retry(messageId)
  proceed = (words?: string): Promise<Done> => this.#driver.place.proceed(words)
  edit = (messageId: string, said: Said): Promise<Done> => this.#driver.place.edit(messageId, said)
  switchTo = (messageId: string): Promise<Done> => this.#driver.place.switchTo(messageId)
  stop = (): void => this.#driver.stop()
  fork = async (checkpointId: string): Promise<Done> =>
    (await this.#driver.place.fork?.(checkpointId)) ?? refuse(say('thread.no-checkpoints'))

  decide = (key: string, choice: Choice): Promise<Done> => this.#choose(decideCall(this.#kit, this.#mode(), key, choice))
  undoReject = (key: string): Promise<Done> => this.#choose(undoRejection(this.#kit, key))
  markFailed = (key: string): Promise<Done> => this.#choose(failInterrupted(this.#kit, key))
  review = (key: string, choice: ReviewChoice): Promise<Done> => this.#choose(reviewResult(this.#kit, key, choice))
  answer = (key: string, value: JsonValue): Promise<Done> => this.#choose(answerQuestion(this.#kit, key, value))

  decideAll: Conversation['decideAll'] = async (messageId, choice) => {
    const waiting = [...this.getSnapshot().calls.values()].filter((call) => call.messageId === messageId)
    const choices = waiting.map(async (call): Promise<Done> => {
      if (call.stage !== 'awaiting') return OK
      if (choice.kind === 'reject') return await decideCall(this.#kit, this.#mode(), call.key, choice)
      const hash = choice.hashes.get(call.key)
      return hash === undefined ? OK : await decideCall(this.#kit, this.#mode(), call.key, { kind: 'allow', hash })
    })
    const done = await Promise.all(choices)
    return await this.#choose(Promise.resolve(done.find((each) => !each.ok) ?? OK))
  }

  runAgain = async (key: string, input?: JsonObject): Promise<Done> => {
    const record = await this.#kit.storage.ledger.read(key)
    // What a program was told is part of what it did: it can only be run as a whole.
    if (record?.sentIn !== undefined && record.parent !== undefined) return refuse(say('call.no-rerun'))
    if (record?.sentIn !== undefined) return await this.#driver.place.runTold(record, input)
    return await this.#choose(rerunCall(this.#kit, this.#mode(), key, input))
  }

  stopCall = async (key: string): Promise<Done> => {
    const call = this.getSnapshot().calls.get(key)
    if (call?.stage === 'queued') return await this.#choose(cancelQueued(this.#kit, key))
    if (call?.stage !== 'running' && call?.stage !== 'asking') return refuse(say('call.not-running'))
    if (call.record.owner === undefined)
      return (await this.#driver.place.stopCall?.(call.record)) ?? refuse(say('call.on-server'))
    this.#driver.stop(key)
    return OK
  }

  resendCall = (key: string): Promise<Done> => this.#mend(async () => (await brokenChoices()).resendBroken(this.#kit, key))
  treatAsText = (key: string): Promise<Done> => this.#mend(async () => (await brokenChoices()).brokenAsText(this.#kit, key))
  takeOffer = (key: string): Promise<Done> => this.#mend(async () => (await brokenChoices()).takeOffered(this.#kit, key))
  editBroken: Conversation['editBroken'] = (key, call) =>
    this.#mend(async () => (await brokenChoices()).mendByHand(this.#kit, this.#mode(), key, call))

  foreignCalls = async (messageId: string): Promise<readonly ToolCall[]> =>
    this.#driver.place.tellsAtOnce === undefined ? await (await readings()).foreignCalls(this.#kit, messageId) : []
  readAgain = async (messageId: string): Promise<Done> => {
    const { place } = this.#driver
    return place.tellsAtOnce === undefined
      ? await this.#driver.perform((await readings()).readAgainMove(messageId), 'rest')
      : refuse(place.tellsAtOnce)
  }

  setMode = async (mode: Mode): Promise<Done> => {
    if (mode === 'rehearse' && !this.#kit.rehearsal) return refuse(say('thread.no-rehearsal'))
    if (mode === 'rehearse' && this.#driver.place.name === 'server') return refuse(say('thread.no-rehearsal-there'))
    return await this.#change((thread) => ({ ...thread, mode }))
  }
  rename = (title: string): Promise<Done> => this.#change((thread) => ({ ...thread, title: title.trim(), titledBy: 'person' }))
  writeTitle = async (): Promise<Done> => await (await import('./asking/write-title.ts')).writeTitle(this.#kit)
  summarise = async (signal: AbortSignal): Promise<Done> =>
    (await this.#driver.place.summarise?.(signal)) ?? (await (await summaries()).summarise(this.#kit, signal))
  undoSummary = async (): Promise<Done> =>
    (await this.#driver.place.undoSummary?.()) ?? (await (await summaries()).undoSummary(this.#kit))

  #mode(): Mode {
    return this.getSnapshot().mode
  }

  async #mend(choice: () => Promise<Done>): Promise<Done> {
    const { tellsAtOnce } = this.#driver.place
    return tellsAtOnce === undefined ? await this.#choose(choice()) : refuse(tellsAtOnce)
  }

  async #choose(choice: Promise<Done>): Promise<Done> {
    const done = await choice
    this.#driver.nudge()
    return done
  }

  async #change(step: (thread: ThreadRecord) => ThreadRecord): Promise<Done> {
    const changed = await this.#kit.storage.threads.change(this.id, step)
    if (!changed) return refuse(say('thread.deleted'))
    this.#driver.show(changed)
    return OK
  }
}
