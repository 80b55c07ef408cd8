import type { JsonObject, ToolCall } from '@parley/dialects'
import type { ThreadRecord } from '../storage/thread-store.ts'
import { brokenAsText, mendByHand, resendBroken, takeOffered } from './broken-choices.ts'
import { cancelQueued, decideCall, OK, refuse, rerunCall } from './call-choices.ts'
import { CallChooser } from './call-chooser.ts'
import type { Choice, Conversation, Done } from './conversation-contract.ts'
import { type ConversationKit, type ConversationOptions, withDefaults } from './conversation-options.ts'
import { foreignCalls, readAgainMove } from './read-again.ts'
import { rerunMove } from './rerun-move.ts'
import { ThreadDriver } from './thread-driver.ts'
import { editMove, proceedMove, retryMove, type Said, sendMove, switchMove } from './thread-moves.ts'

/** Opens a thread, making it if it is new. What had been left unfinished and needs nobody goes on by itself. */
export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const kit = withDefaults(options)
  const { threads } = kit.storage
  if (!(await threads.find(kit.threadId)))
    await threads.create({ ...blankThread(kit.threadId, kit.now()), mode: kit.initialMode })
  const driver = new ThreadDriver(kit)
  await driver.begin()
  return new OpenConversation(kit, driver)
}

export function blankThread(id: string, now: number): ThreadRecord {
  return { id, title: '', titledBy: 'message', mode: 'ask', extraSteps: 0, createdAt: now, updatedAt: now }
}

class OpenConversation extends CallChooser implements Conversation {
  readonly #driver: ThreadDriver

  constructor(kit: ConversationKit, driver: ThreadDriver) {
    super(kit, driver)
    this.#driver = driver
  }

  send = (said: Said): Promise<Done> => this.#driver.perform(sendMove(said), 'answer')
  retry = (messageId?: string): Promise<Done> => this.#driver.perform(retryMove(messageId), 'answer')
  proceed = (): Promise<Done> => this.#driver.perform(proceedMove(), 'answer')
  edit = (messageId: string, said: Said): Promise<Done> => this.#driver.perform(editMove(messageId, said), 'answer')
  switchTo = (messageId: string): Promise<Done> => this.#driver.perform(switchMove(messageId), 'rest')
  stop = (): void => this.#driver.stop()
  whenIdle = (): Promise<void> => this.#driver.whenIdle()
  close = (): void => this.#driver.close()

  resendCall = (key: string): Promise<Done> => this.choose(resendBroken(this.kit, key))
  treatAsText = (key: string): Promise<Done> => this.choose(brokenAsText(this.kit, key))
  takeOffer = (key: string): Promise<Done> => this.choose(takeOffered(this.kit, key))
  editBroken: Conversation['editBroken'] = (key, call) => this.choose(mendByHand(this.kit, this.mode(), key, call))

  foreignCalls = (messageId: string): Promise<readonly ToolCall[]> => foreignCalls(this.kit, messageId)
  readAgain = (messageId: string): Promise<Done> => this.#driver.perform(readAgainMove(messageId), 'rest')

  runAgain = async (key: string, input?: JsonObject): Promise<Done> => {
    const record = await this.kit.storage.ledger.read(key)
    if (record?.sentIn !== undefined) return await this.#driver.perform(rerunMove(key, this.mode(), input), 'answer')
    return await this.choose(rerunCall(this.kit, this.mode(), key, input))
  }

  stopCall = async (key: string): Promise<Done> => {
    const call = this.getSnapshot().calls.get(key)
    if (call?.stage === 'queued') return await this.choose(cancelQueued(this.kit, key))
    if (call?.stage !== 'running' && call?.stage !== 'asking') return refuse('This call is not running.')
    this.#driver.stop(key)
    return OK
  }

  protected override decided(key: string, choice: Choice): Promise<Done> {
    return decideCall(this.kit, this.mode(), key, choice)
  }

  protected override onChanged(thread: ThreadRecord): void {
    this.#driver.show(thread)
  }
}
