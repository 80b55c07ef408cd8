import {
  type ChatRequest,
  collectMessage,
  deniedWords,
  type Message,
  type StreamEvent,
  type ToolCall,
  type ToolResult,
  wordsResult,
} from '@parley/dialects'
import type { UiApproval } from '@parley/dialects/wire'
import type { Answer } from '../answerer.ts'
import type { Limits } from '../config-schema.ts'
import type { ApprovalSeal, SealedCall, SpendApproval } from '../tools/approval-seal.ts'
import { type BackendTool, runBackendTool } from '../tools/backend-tool.ts'
import { say } from '../words.ts'
import type { ChatEvent } from './chat-event.ts'

export interface ChatTurnOptions {
  readonly answer: (request: ChatRequest) => Promise<Answer>
  readonly tools: ReadonlyMap<string, BackendTool>
  readonly seal: ApprovalSeal
  readonly spend: SpendApproval
  /** Whose conversation it is, and which one, where the client says so. */
  readonly owner: string
  readonly thread: string
  readonly decisions: readonly UiApproval[]
  readonly limits: Pick<Limits, 'steps' | 'toolMs'>
  readonly newId: () => string
  readonly signal: AbortSignal
}

/**
 * One turn with the server's own tools in it: answer, run what belongs here, answer again. It stops where the client must
 * act: a tool of the page was called, or a backend tool waits for the user.
 */
export async function* runChatTurn(request: ChatRequest, options: ChatTurnOptions): AsyncGenerator<readonly ChatEvent[]> {
  const settled = await settleDecisions(request.messages, options)
  let messages = settled.messages
  for (let step = 0; step < options.limits.steps; step++) {
    const events: StreamEvent[] = []
    const { events: batches } = await options.answer({ ...request, messages })
    let first = step === 0
    for await (const batch of batches) {
      for (const event of batch) events.push(event)
      yield first && settled.results.length > 0 ? withResults(batch, settled.results) : batch
      first = false
    }
    const { message, fault } = collectMessage(events)
    const calls = message.parts.filter((part) => part.type === 'tool-call')
    if (fault || calls.length === 0) return
    const done = await runCalls(calls, { question: questionIn(messages), options })
    if (done.events.length > 0) yield done.events
    if (done.results.length < calls.length) return
    messages = [...messages, message, { role: 'tool', id: `${message.id}-results`, parts: done.results }]
  }
  yield [{ type: 'fault', fault: tooManySteps(options.limits.steps) }]
}

export const tooManySteps = (steps: number) =>
  ({
    code: 'turn/too-many-steps',
    ...say('turn.steps', { steps }),
    retryable: false,
  }) as const

/** Results of approved calls belong to the message that the first step continues, so they come right after its start. */
function withResults(batch: readonly StreamEvent[], results: readonly ToolResult[]): readonly ChatEvent[] {
  const [start, ...rest] = batch
  const told = results.map((result) => ({ type: 'tool-result', result }) as const)
  return start?.type === 'message-start' ? [start, ...told, ...rest] : batch
}

interface Done {
  readonly events: readonly ChatEvent[]
  readonly results: readonly ToolResult[]
}

/** A call of the page is left alone; a call that needs the user is sealed and asked about; the rest runs, one after the other. */
async function runCalls(calls: readonly ToolCall[], { question, options }: Asked): Promise<Done> {
  const events: ChatEvent[] = []
  const results: ToolResult[] = []
  for (const call of calls) {
    const tool = options.tools.get(call.name)
    if (!tool) continue
    const reason = tool.check(call.input) === undefined ? tool.needsApproval(call.input) : undefined
    if (reason !== undefined) {
      const sealed = sealedCall(options.newId(), call, { question, options })
      events.push({
        type: 'approval-request',
        callId: call.id,
        approvalId: sealed.approvalId,
        signature: await options.seal.sign(sealed),
        reason,
      })
      continue
    }
    const result = await runBackendTool(tool, call, { milliseconds: options.limits.toolMs, signal: options.signal })
    results.push(result)
    events.push({ type: 'tool-result', result })
  }
  return { events, results }
}

/** What the user allowed runs now, once its seal fits; everything else becomes a result that says why it did not run. */
async function settleDecisions(
  messages: readonly Message[],
  options: ChatTurnOptions,
): Promise<{ readonly messages: readonly Message[]; readonly results: readonly ToolResult[] }> {
  const results: ToolResult[] = []
  const calls = callsById(options.decisions.length === 0 ? [] : messages)
  const question = questionIn(messages)
  for (const decision of options.decisions) {
    const call = calls.get(decision.callId)
    if (call) results.push(await settle(call, decision, { question, options }))
  }
  if (results.length === 0) return { messages, results }
  return { messages: [...messages, { role: 'tool', id: 'decided', parts: results }], results }
}

/** Of two with one id the later is the one that was decided about. */
function callsById(messages: readonly Message[]): ReadonlyMap<string, ToolCall> {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  return new Map(calls.flatMap((part) => (part.type === 'tool-call' ? [[part.id, part]] : [])))
}

interface Asked {
  /** What the user asked last: the call came of it. */
  readonly question: string
  readonly options: ChatTurnOptions
}

const questionIn = (messages: readonly Message[]): string => messages.findLast(({ role }) => role === 'user')?.id ?? ''

function sealedCall(approvalId: string, { id, name, input }: ToolCall, { question, options }: Asked): SealedCall {
  return { approvalId, callId: id, name, input, owner: options.owner, conversation: [options.thread, question] }
}

async function settle(call: ToolCall, decision: UiApproval, { question, options }: Asked): Promise<ToolResult> {
  const told = (outcome: ToolResult['outcome'], text: string) => wordsResult(call, outcome, text)
  if (!decision.approved) return told('denied', deniedWords(decision.reason))
  const tool = options.tools.get(call.name)
  if (!tool) return told('error', `The tool ${call.name} runs in the page, not on the server. Run it there and send its result.`)
  const until = await options.seal.verify(sealedCall(decision.approvalId, call, { question, options }), decision.signature ?? '')
  if (until === undefined)
    return told(
      'denied',
      'The approval does not belong to this call with these arguments, or it is too old, so it did not run. Ask the user again.',
    )
  if (!(await options.spend(decision.approvalId, until)))
    return told('denied', 'The approval was used before, so the call did not run again. Ask the user again.')
  return await runBackendTool(tool, call, {
    milliseconds: options.limits.toolMs,
    signal: options.signal,
    idempotencyKey: decision.approvalId,
  })
}
