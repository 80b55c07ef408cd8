import {
  type Conversation,
  type Executor,
  housePolicy,
  type Language,
  memoryThreadStorage,
  openConversation,
  type Policy,
  sentRecord,
  type ThreadStorage,
} from '@parley/browser'
import { type AssistantMessage, FaultError, type Respond, type ToolCall, type ToolResult } from '@parley/dialects'

export interface AnswerConversationOptions {
  readonly message: AssistantMessage
  readonly executor: Executor
  /** Absent: whatever touches anything asks first. */
  readonly policy?: Policy
  /** Where calls are remembered. With a lasting storage a reload runs nothing twice. Absent: forgotten with the page. */
  readonly storage?: ThreadStorage | Promise<ThreadStorage>
  /** Hears each result once, when its call is settled. The app tells its model. */
  readonly onResult: (result: ToolResult, call: ToolCall) => void
  /**
   * The app has no result of this message yet. One that a lasting storage has, because the page went away before the app was
   * told, is then handed over at once. Absent: only results that come from now on.
   */
  readonly untold?: boolean
  /** For what tools say about themselves. Absent: English. */
  readonly language?: () => Language
}

/** This conversation ends with the message it shows; whoever asks it for more has made a mistake. */
const silent: Respond = () => {
  throw new FaultError({ code: 'turn/cancelled', message: 'Nobody answers here.', retryable: false })
}

/**
 * A conversation of one answer: a message that another app shows, with every button a card has. The answer is put into
 * the storage as if it had just arrived, so asking, editing, stopping and running exactly once is the studio's own code.
 */
export async function openAnswerConversation(options: AnswerConversationOptions): Promise<Conversation> {
  const { message, executor, onResult } = options
  const storage = (await options.storage) ?? memoryThreadStorage()
  const threadId = `shown-${message.id}`
  if (!(await storage.threads.read(threadId))) {
    const now = Date.now()
    const question = { role: 'user' as const, id: `${threadId}-question`, parts: [] }
    await storage.threads.create({
      id: threadId,
      title: '',
      titledBy: 'message',
      mode: 'ask',
      extraSteps: 0,
      createdAt: now,
      updatedAt: now,
    })
    await storage.threads.append({ threadId, id: question.id, message: question, createdAt: now })
    await storage.threads.append({ threadId, id: message.id, parentId: question.id, message, createdAt: now })
  }
  const conversation = await openConversation({
    threadId,
    storage,
    respond: silent,
    executor: () => executor,
    policy: options.policy ?? housePolicy(),
    request: () => ({ model: '' }),
    ...(options.language && { language: options.language }),
    // The one answer is the only step: after its calls nobody is asked for another.
    maxSteps: 1,
  })
  const told = new Set(options.untold ? [] : settledKeys(conversation))
  const tell = () => {
    for (const call of conversation.getSnapshot().calls.values()) {
      if (call.stage === 'streaming' || !call.record.result || told.has(call.key)) continue
      told.add(call.key)
      onResult(call.record.result, call.record.call)
      // The app has it and tells its model: from here on the card offers nothing that would change the result.
      void storage.ledger.change([call.key], ([record]) => {
        const sent = record && sentRecord(record, threadId)
        return sent && [sent]
      })
    }
  }
  conversation.subscribe(tell)
  tell()
  return conversation
}

function settledKeys(conversation: Conversation): readonly string[] {
  const calls = [...conversation.getSnapshot().calls.values()]
  return calls.filter((call) => call.stage !== 'streaming' && call.record.result).map(({ key }) => key)
}
