import {
  type Book,
  type Conversation,
  type Executor,
  housePolicy,
  memoryBook,
  openConversation,
  type Policy,
} from '@parley/browser'
import { type AssistantMessage, FaultError, type Respond, type ToolCall, type ToolResult } from '@parley/dialects'

export interface CallStandOptions {
  readonly message: AssistantMessage
  readonly executor: Executor
  /** Absent: whatever touches anything asks first. */
  readonly policy?: Policy
  /** Where calls are remembered. With a lasting book a reload runs nothing twice. Absent: forgotten with the page. */
  readonly book?: Book
  /** Hears each result once, when its call is settled. The app tells its model. */
  readonly onResult: (result: ToolResult, call: ToolCall) => void
}

/** This conversation ends with the message it shows; whoever asks it for more has made a mistake. */
const silent: Respond = () => {
  throw new FaultError({ code: 'turn/cancelled', message: 'Nobody answers here.', retryable: false })
}

/**
 * A conversation of one answer: a message that another app shows, with every button a card has. The answer is put into
 * the book as if it had just arrived, so asking, editing, stopping and running exactly once is the studio's own code.
 */
export async function openCallStand(options: CallStandOptions): Promise<Conversation> {
  const { message, executor, onResult } = options
  const book = options.book ?? memoryBook()
  const threadId = `shown-${message.id}`
  if (!(await book.threads.read(threadId))) {
    const now = Date.now()
    const question = { role: 'user' as const, id: `${threadId}-question`, parts: [] }
    await book.threads.create({
      id: threadId,
      title: '',
      titledBy: 'message',
      mode: 'ask',
      extraSteps: 0,
      createdAt: now,
      updatedAt: now,
    })
    await book.threads.append({ threadId, id: question.id, message: question, createdAt: now })
    await book.threads.append({ threadId, id: message.id, parentId: question.id, message, createdAt: now })
  }
  const conversation = await openConversation({
    threadId,
    book,
    respond: silent,
    executor: () => executor,
    policy: options.policy ?? housePolicy(),
    request: () => ({ model: '' }),
    // The one answer is the only step: after its calls nobody is asked for another.
    maxSteps: 1,
  })
  const told = new Set<string>()
  conversation.subscribe(() => {
    for (const call of conversation.getSnapshot().calls.values()) {
      if (call.stage === 'streaming' || !call.record.result || told.has(call.key)) continue
      told.add(call.key)
      onResult(call.record.result, call.record.call)
    }
  })
  return conversation
}
