import { type Choice, type Conversation, type KnownCall, type ToolState, toolStateOf, WAITING_STAGES } from '@parley/browser'
import {
  isJsonObject,
  type JsonValue,
  ownValue,
  type Sentence,
  type ToolCall,
  type ToolResult,
  wordsResult,
} from '@parley/dialects'
import { type AnswerConversationOptions, openAnswerConversation } from '../renderer/answer-conversation.ts'

/**
 * What assistant-ui's part says in `interrupt.payload` while a call waits for a person. Our card needs only `conversation`; a
 * renderer of your own shows the rest and answers with `resume`: a `Choice` to an approval, any value to a question.
 */
export interface CallInterrupt {
  readonly conversation: string
  readonly state: ToolState
  readonly sentence: string
  /** What an approval must name, so that nothing else runs: `resume({ kind: 'allow', hash })`. */
  readonly hash: string
  /** What the tool asks with `human()`. Absent while the call itself waits for approval. */
  readonly question?: JsonValue
}

/** The stands of calls that run now, by the name in their interrupt. */
export type StandShelf = Map<string, Conversation>

interface Attendance {
  readonly shelf: StandShelf
  readonly options: Omit<AnswerConversationOptions, 'message' | 'onResult'>
  readonly human: (payload: CallInterrupt) => Promise<unknown>
  readonly signal: AbortSignal
}

/**
 * Sees one call through: rules, the person, the tool, the result. assistant-ui starts it once per call and never again after
 * a reload, so the conversation has a name of its own; what it is waiting for is told through `human`.
 */
export async function attendCall(call: ToolCall, { shelf, options, human, signal }: Attendance): Promise<ToolResult> {
  const id = crypto.randomUUID()
  const ended = Promise.withResolvers<ToolResult>()
  const message = { role: 'assistant' as const, id, parts: [call] }
  const conversation = await openAnswerConversation({ ...options, message, onResult: ended.resolve })
  shelf.set(id, conversation)
  const stop = () => {
    conversation.stop()
    ended.resolve(stoppedResult(call))
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  let asked = Promise.resolve()
  let version = -1
  const ask = () => {
    const waiting = waitingCall(conversation)
    if (!waiting || waiting.record.version === version || isUnseen(waiting)) return
    version = waiting.record.version
    // Ends badly when a newer question replaces it or the run is stopped: then there is nothing to apply.
    asked = human(toInterrupt(id, waiting))
      .then((answer) => applyAnswer(conversation, waiting, answer))
      .catch(() => {})
  }
  const leave = conversation.subscribe(ask)
  ask()
  const result = await ended.promise
  leave()
  signal.removeEventListener('abort', stop)
  // The part waits until its interrupt is resumed; a result before that would leave it waiting for ever.
  if (!signal.aborted) await asked
  shelf.delete(id)
  void conversation.whenIdle().then(() => conversation.close())
  return result
}

function waitingCall(conversation: Conversation): KnownCall | undefined {
  const [call] = conversation.getSnapshot().calls.values()
  return call && call.stage !== 'streaming' && WAITING_STAGES.has(call.stage) ? call : undefined
}

/** Nobody is asked about a call before there is something to look at. */
function isUnseen({ stage, preview }: KnownCall): boolean {
  return stage === 'awaiting' && preview === undefined
}

/** Where a call stands: at a person, at its result, or under way. */
export function standingOf(conversation: Conversation): 'waiting' | 'settled' | 'running' {
  const [call] = conversation.getSnapshot().calls.values()
  if (call && call.stage !== 'streaming' && call.record.result) return 'settled'
  return waitingCall(conversation) ? 'waiting' : 'running'
}

function toInterrupt(conversation: string, { stage, preview, record }: KnownCall): CallInterrupt {
  const question = record.questions.findLast((entry) => entry.answer === undefined)
  return {
    conversation,
    state: toolStateOf(stage),
    sentence: plainSentence(preview?.sentence ?? record.sentence ?? record.call.name),
    hash: record.hash,
    ...(stage === 'asking' && question && { question: question.payload }),
  }
}

/** Nothing was said: the card has acted on the conversation itself. */
async function applyAnswer(conversation: Conversation, { key, stage }: KnownCall, answer: unknown): Promise<void> {
  if (answer === undefined || answer === null) return
  // What travels through assistant-ui's `resume` came from a renderer of this page, as JSON.
  if (stage === 'asking') await conversation.answer(key, answer as JsonValue)
  else if (stage === 'awaiting' && isChoice(answer)) await conversation.decide(key, answer)
}

function isChoice(value: unknown): value is Choice {
  if (!isJsonObject(value)) return false
  const kind = ownValue(value, 'kind')
  if (kind === 'allow') return typeof ownValue(value, 'hash') === 'string'
  return kind === 'reject' || (kind === 'edit' && isJsonObject(ownValue(value, 'input')))
}

function stoppedResult(call: ToolCall): ToolResult {
  const text = 'The user stopped this call before it was finished. This is not a tool failure.'
  return wordsResult(call, 'cancelled', text)
}

/** For whoever attends a call by program. */
const plainSentence = (told: string | Sentence): string => (typeof told === 'string' ? told : told.message)
