import { faultOf, type JsonObject, type Message, type ToolCall } from '@parley/dialects'
import { cancelQueued, decideCall, OK, refuse, rerunCall } from '../conversation/call-choices.ts'
import { CallChooser } from '../conversation/call-chooser.ts'
import { blankThread } from '../conversation/conversation.ts'
import type { Choice, Conversation, Done } from '../conversation/conversation-contract.ts'
import { type ConversationKit, type ConversationOptions, withDefaults } from '../conversation/conversation-options.ts'
import { toRequest } from '../conversation/state/stored-state.ts'
import { proceedMove, type Said, sendMove } from '../conversation/thread-moves.ts'
import { AgentDriver } from './agent-driver.ts'
import { type AgentOptions, questionBody } from './agent-options.ts'
import { decideApproval } from './decide-approval.ts'
import { toUiMessages } from './to-ui-messages.ts'

/** Opens a thread that lives on the server, or goes there with its next message. Every button does what it does anywhere else. */
export async function openAgentConversation(options: ConversationOptions, agent: AgentOptions): Promise<AgentConversation> {
  const kit = withDefaults(options)
  const driver = new AgentDriver(kit, agent)
  await driver.begin()
  return new AgentConversation(kit, agent, driver)
}

const forkTitle = (title: string): string => `${title} (2)`

const ON_SERVER = 'The server has told the model about this call already, which may write it again.'

export class AgentConversation extends CallChooser implements Conversation {
  readonly #agent: AgentOptions
  readonly #driver: AgentDriver

  constructor(kit: ConversationKit, agent: AgentOptions, driver: AgentDriver) {
    super(kit, driver)
    this.#agent = agent
    this.#driver = driver
  }

  send = (said: Said): Promise<Done> => this.#driver.perform(sendMove(said))
  whenIdle = (): Promise<void> => this.#driver.whenIdle()
  close = (): void => this.#driver.close()

  stop = (): void => {
    const { storage, threadId } = this.kit
    if (!this.#driver.worker.stop()) storage.signals.send({ threadId })
    void this.#ask((client) => client.cancel(threadId))
  }

  /** Without a message: asks the server again, where it failed or did not answer. With one: a new thread, from before that answer. */
  retry = async (messageId?: string): Promise<Done> => {
    if (messageId !== undefined) return await this.#branch(messageId, [])
    const { status } = this.getSnapshot()
    const { document } = this.#driver
    if (document?.status === 'failed') return await this.#ask((client) => client.resume(this.id, []))
    if (status.kind === 'unanswered' && !document?.messages.some(({ id }) => id === this.getSnapshot().messages.at(-1)?.id))
      await this.#driver.handOver()
    this.#driver.look()
    return OK
  }

  /** After a rejection that halted: the model goes on. After the server's limit of steps: it is told to. */
  proceed = async (): Promise<Done> => {
    if (this.#driver.document?.status === 'failed') return await this.send(this.kit.language() === 'zh' ? '继续。' : 'Go on.')
    const stored = await this.kit.storage.threads.read(this.id)
    const done = stored ? await proceedMove()(this.kit, stored) : refuse('This thread was deleted.')
    this.#driver.nudge()
    return done
  }

  edit = async (messageId: string, said: Said): Promise<Done> => {
    const parts = typeof said === 'string' ? [{ type: 'text' as const, text: said }] : said
    return await this.#branch(messageId, [{ role: 'user', id: this.kit.newId(), parts }])
  }

  switchTo = async (): Promise<Done> => refuse('A thread on the server has one line. Look for the other one in the list.')

  resendCall = async (): Promise<Done> => refuse(ON_SERVER)
  editBroken = async (): Promise<Done> => refuse(ON_SERVER)
  takeOffer = async (): Promise<Done> => refuse(ON_SERVER)
  treatAsText = async (): Promise<Done> => refuse(ON_SERVER)
  foreignCalls = async (): Promise<readonly ToolCall[]> => []
  readAgain = async (): Promise<Done> => refuse(ON_SERVER)

  stopCall = async (key: string): Promise<Done> => {
    const call = this.getSnapshot().calls.get(key)
    if (call?.stage === 'queued') return await this.choose(cancelQueued(this.kit, key))
    if (call?.stage !== 'running' && call?.stage !== 'asking') return refuse('This call is not running.')
    if (call.record.owner === undefined) return refuse('This call runs on the server. Stop the whole turn to end it.')
    if (!this.#driver.worker.stop(key)) this.kit.storage.signals.send({ threadId: this.id, key })
    return OK
  }

  runAgain = async (key: string, input?: JsonObject): Promise<Done> => {
    const record = await this.kit.storage.ledger.read(key)
    if (record?.sentIn === undefined) return await this.choose(rerunCall(this.kit, this.mode(), key, input))
    const step = this.getSnapshot().server?.steps.find(({ id }) => id === record.messageId)
    if (!step?.checkpoint) return refuse('The server has no checkpoint from before this call. Ask for it again instead.')
    return await this.fork(step.checkpoint.id)
  }

  /** A new thread that goes on from a checkpoint of this one. */
  fork = (checkpointId: string): Promise<Done> =>
    this.#ask(async (client) => {
      const id = await client.fork(this.id, checkpointId, forkTitle(this.getSnapshot().title))
      await this.#show(id)
    })

  /** A new thread with everything before `messageId`, and then `more`. */
  async #branch(messageId: string, more: readonly Message[]): Promise<Done> {
    const { storage, newId } = this.kit
    const stored = await storage.threads.read(this.id)
    if (!stored) return refuse('This thread was deleted.')
    const { messages } = toRequest({ model: '' }, stored, await storage.ledger.ofThread(this.id))
    const at = messages.findIndex(({ id }) => id === messageId)
    const said = [...messages.slice(0, Math.max(0, at)), ...more]
    if (at < 0 || said.length === 0) return refuse('This message is gone.')
    const id = newId()
    return await this.#ask(async (client) => {
      await client.ask(id, questionBody(this.kit, this.#agent, id, toUiMessages(said)))
      await this.#show(id)
    })
  }

  async #show(id: string): Promise<void> {
    const { storage, now } = this.kit
    const { title, mode } = this.getSnapshot()
    await storage.threads.create({ ...blankThread(id, now()), title: forkTitle(title), mode, place: 'server' })
    await this.#agent.onFork(this.id, id)
  }

  protected override async decided(key: string, choice: Choice): Promise<Done> {
    const record = await this.kit.storage.ledger.read(key)
    const isServers = record?.verdict?.author === 'server'
    return isServers ? await decideApproval(this.kit, record, choice) : await decideCall(this.kit, this.mode(), key, choice)
  }

  protected override onChanged(): void {
    this.#driver.nudge()
  }

  async #ask(work: (client: AgentOptions['client']) => Promise<void>): Promise<Done> {
    try {
      await work(this.#agent.client)
      return OK
    } catch (error) {
      return refuse(faultOf(error)?.message ?? 'That did not work. Reload the page and try again.')
    } finally {
      this.#agent.threads.look()
      this.#driver.look()
    }
  }
}
