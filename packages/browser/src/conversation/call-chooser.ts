import type { JsonValue } from '@parley/dialects'
import type { Mode } from '../approval/verdict.ts'
import type { ThreadRecord } from '../storage/thread-store.ts'
import { answerQuestion, failInterrupted, OK, refuse, reviewResult, undoRejection } from './call-choices.ts'
import type { Choice, Conversation, Done, ReviewChoice } from './conversation-contract.ts'
import type { ConversationKit } from './conversation-options.ts'

interface Driver {
  readonly view: Pick<Conversation, 'subscribe' | 'getSnapshot'>
  nudge(): void
}

/** The buttons that do the same wherever a thread lives: what is chosen is kept here, and whoever drives the thread looks at it. */
export abstract class CallChooser {
  readonly id: string
  readonly subscribe: Conversation['subscribe']
  readonly getSnapshot: Conversation['getSnapshot']
  protected readonly kit: ConversationKit
  readonly #driver: Driver

  constructor(kit: ConversationKit, driver: Driver) {
    this.id = kit.threadId
    this.kit = kit
    this.#driver = driver
    this.subscribe = driver.view.subscribe
    this.getSnapshot = driver.view.getSnapshot
  }

  /** Writes down what was decided about one call. */
  protected abstract decided(key: string, choice: Choice): Promise<Done>
  /** A change of the thread that is kept, for whoever shows it. */
  protected abstract onChanged(thread: ThreadRecord): void

  decide = (key: string, choice: Choice): Promise<Done> => this.choose(this.decided(key, choice))
  undoReject = (key: string): Promise<Done> => this.choose(undoRejection(this.kit, key))
  markFailed = (key: string): Promise<Done> => this.choose(failInterrupted(this.kit, key))
  review = (key: string, choice: ReviewChoice): Promise<Done> => this.choose(reviewResult(this.kit, key, choice))
  answer = (key: string, value: JsonValue): Promise<Done> => this.choose(answerQuestion(this.kit, key, value))

  decideAll: Conversation['decideAll'] = async (messageId, choice) => {
    const waiting = [...this.getSnapshot().calls.values()].filter((call) => call.messageId === messageId)
    const choices = waiting.map(async (call): Promise<Done> => {
      if (call.stage !== 'awaiting') return OK
      if (choice.kind === 'reject') return await this.decided(call.key, choice)
      const hash = choice.hashes.get(call.key)
      return hash === undefined ? OK : await this.decided(call.key, { kind: 'allow', hash })
    })
    const done = await Promise.all(choices)
    return await this.choose(Promise.resolve(done.find((each) => !each.ok) ?? OK))
  }

  setMode = (mode: Mode): Promise<Done> => this.#change((thread) => ({ ...thread, mode }))
  rename = (title: string): Promise<Done> => this.#change((thread) => ({ ...thread, title: title.trim(), titledBy: 'person' }))

  protected mode(): Mode {
    return this.getSnapshot().mode
  }

  protected async choose(choice: Promise<Done>): Promise<Done> {
    const done = await choice
    this.#driver.nudge()
    return done
  }

  async #change(step: (thread: ThreadRecord) => ThreadRecord): Promise<Done> {
    const changed = await this.kit.storage.threads.change(this.id, step)
    if (!changed) return refuse('This thread was deleted.')
    this.onChanged(changed)
    return OK
  }
}
