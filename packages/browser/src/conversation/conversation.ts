import type { JsonObject, JsonValue } from '@parley/dialects'
import type { Mode } from '../approval/verdict.ts'
import { brokenAsText, mendByHand, resendBroken, takeOffered } from './broken-choices.ts'
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
import { type ConversationKit, type ConversationOptions, withDefaults } from './conversation-options.ts'
import { rerunMove } from './rerun-move.ts'
import { ThreadDriver } from './thread-driver.ts'
import { editMove, proceedMove, retryMove, type Said, sendMove, switchMove } from './thread-moves.ts'
import type { ThreadRecord } from './thread-store.ts'

/** Opens a thread, making it if it is new. What had been left unfinished and needs nobody goes on by itself. */
export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const kit = withDefaults(options)
  const { threads } = kit.book
  if (!(await threads.find(kit.threadId)))
    await threads.create({ ...blankThread(kit.threadId, kit.now()), mode: kit.initialMode })
  const driver = new ThreadDriver(kit)
  await driver.begin()
  return new OpenConversation(kit, driver)
}

export function blankThread(id: string, now: number): ThreadRecord {
  return { id, title: '', titledBy: 'message', mode: 'ask', extraSteps: 0, createdAt: now, updatedAt: now }
}

class OpenConversation implements Conversation {
  readonly id: string
  readonly subscribe: Conversation['subscribe']
  readonly getSnapshot: Conversation['getSnapshot']
  readonly #kit: ConversationKit
  readonly #driver: ThreadDriver

  constructor(kit: ConversationKit, driver: ThreadDriver) {
    this.id = kit.threadId
    this.#kit = kit
    this.#driver = driver
    this.subscribe = driver.view.subscribe
    this.getSnapshot = driver.view.getSnapshot
  }

  send = (said: Said): Promise<Done> => this.#driver.perform(sendMove(said), 'answer')
  retry = (messageId?: string): Promise<Done> => this.#driver.perform(retryMove(messageId), 'answer')
  proceed = (): Promise<Done> => this.#driver.perform(proceedMove(), 'answer')
  edit = (messageId: string, said: Said): Promise<Done> => this.#driver.perform(editMove(messageId, said), 'answer')
  switchTo = (messageId: string): Promise<Done> => this.#driver.perform(switchMove(messageId), 'rest')
  stop = (): void => this.#driver.stop()
  whenIdle = (): Promise<void> => this.#driver.whenIdle()
  close = (): void => this.#driver.close()

  decide = (key: string, choice: Choice): Promise<Done> => this.#choose(decideCall(this.#kit, this.#mode(), key, choice))
  undoReject = (key: string): Promise<Done> => this.#choose(undoRejection(this.#kit, key))
  markFailed = (key: string): Promise<Done> => this.#choose(failInterrupted(this.#kit, key))
  review = (key: string, choice: ReviewChoice): Promise<Done> => this.#choose(reviewResult(this.#kit, key, choice))
  answer = (key: string, value: JsonValue): Promise<Done> => this.#choose(answerQuestion(this.#kit, key, value))
  resendCall = (key: string): Promise<Done> => this.#choose(resendBroken(this.#kit, key))
  treatAsText = (key: string): Promise<Done> => this.#choose(brokenAsText(this.#kit, key))
  takeOffer = (key: string): Promise<Done> => this.#choose(takeOffered(this.#kit, key))
  editBroken: Conversation['editBroken'] = (key, call) => this.#choose(mendByHand(this.#kit, this.#mode(), key, call))

  decideAll: Conversation['decideAll'] = async (messageId, choice) => {
    const waiting = [...this.getSnapshot().calls.values()].filter(
      (call) => call.messageId === messageId && call.stage === 'awaiting',
    )
    const choices = waiting.map(async (call): Promise<Done> => {
      if (call.stage !== 'awaiting') return OK
      const own: Choice = choice.kind === 'allow' ? { kind: 'allow', hash: call.record.hash } : choice
      return await decideCall(this.#kit, this.#mode(), call.key, own)
    })
    const done = await Promise.all(choices)
    return await this.#choose(Promise.resolve(done.find((each) => !each.ok) ?? OK))
  }

  runAgain = async (key: string, input?: JsonObject): Promise<Done> => {
    const record = await this.#kit.book.ledger.read(key)
    if (record?.sentIn !== undefined) return await this.#driver.perform(rerunMove(key, this.#mode(), input), 'answer')
    return await this.#choose(rerunCall(this.#kit, this.#mode(), key, input))
  }

  stopCall = async (key: string): Promise<Done> => {
    const call = this.getSnapshot().calls.get(key)
    if (call?.stage === 'queued') return await this.#choose(cancelQueued(this.#kit, key))
    if (call?.stage !== 'running' && call?.stage !== 'asking') return refuse('This call is not running.')
    this.#driver.stop(key)
    return OK
  }

  setMode = (mode: Mode): Promise<Done> => this.#change((thread) => ({ ...thread, mode }))
  rename = (title: string): Promise<Done> => this.#change((thread) => ({ ...thread, title: title.trim(), titledBy: 'person' }))

  #mode(): Mode {
    return this.getSnapshot().mode
  }

  async #choose(choice: Promise<Done>): Promise<Done> {
    const done = await choice
    this.#driver.nudge()
    return done
  }

  async #change(step: (thread: ThreadRecord) => ThreadRecord): Promise<Done> {
    const changed = await this.#kit.book.threads.change(this.id, step)
    if (!changed) return refuse('This thread was deleted.')
    this.#driver.show(changed)
    return OK
  }
}
