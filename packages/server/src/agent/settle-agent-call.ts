import { interrupt } from '@langchain/langgraph'
import {
  brokenWords,
  editedResult,
  type JsonObject,
  type Message,
  type ToolCall,
  type ToolResult,
  wordsResult,
} from '@parley/dialects'
import type { PendingCall } from '../chat/chat-event.ts'
import { type BackendTool, runBackendTool } from '../tools/backend-tool.ts'
import type { AgentRun, Answer, CallTask, EndedTurn } from './agent-state.ts'
import { cancelled, rejected, unknownTool } from './words.ts'

type Change = {
  readonly messages: readonly Message[]
  readonly ended?: EndedTurn
}

/** One call to its result. Everything before `wait` happens again when the call is answered, so it has no effects. */
export async function settleAgentCall(task: CallTask, run: AgentRun): Promise<Change> {
  const { call } = task
  if (call.type === 'broken-call') return keep(task, wordsResult(call, 'error', brokenWords(call.problem)), run)
  const known = run.answers.get(call.id)
  if (known?.kind === 'result') return settleAnswer(task, call, known, run)
  const tool = run.server.tools.byName.get(call.name)
  if (tool) return await settleOwn(task, call, tool, run)
  if (!task.isOfPage)
    return keep(
      task,
      unknownTool(
        call,
        run.server.tools.specs.map(({ name }) => name),
      ),
      run,
    )
  const answer = wait({ callId: call.id, name: call.name, input: call.input, kind: 'page' }, run)
  return settleAnswer(task, call, answer, run)
}

/** A tool of this server. */
async function settleOwn(task: CallTask, call: ToolCall, tool: BackendTool, run: AgentRun): Promise<Change> {
  const reason = tool.check(call.input) === undefined ? tool.needsApproval(call.input) : undefined
  if (reason === undefined) return await perform(task, tool, { input: call.input }, run)
  const answer = wait({ callId: call.id, name: call.name, input: call.input, kind: 'approval', reason }, run)
  if (answer.kind !== 'approve') return settleAnswer(task, call, answer, run)
  return await perform(task, tool, { input: answer.input ?? call.input, isEdited: answer.input !== undefined }, run)
}

/** Answers lie in the thread's inbox, so the graph is run again as it is and needs no resume that would be stored twice. */
function wait(pending: PendingCall, run: AgentRun): Answer {
  return run.answers.get(pending.callId) ?? interrupt<PendingCall, Answer>(pending)
}

function settleAnswer(task: CallTask, call: ToolCall, answer: Answer, run: AgentRun): Change {
  switch (answer.kind) {
    case 'result':
      return keep(task, answer.input ? editedResult(answer.result, answer.input) : answer.result, run)
    case 'reject':
      return keep(task, rejected(call, answer.reason), run)
    case 'cancel':
      return { ...keep(task, cancelled(call), run), ended: { turnId: task.turnId } }
    case 'approve':
      return keep(task, wordsResult(call, 'error', 'This server has no such tool any more, so nothing ran.'), run)
    default:
      return answer satisfies never
  }
}

interface Input {
  readonly input: JsonObject
  /** Whether the user changed what the model wrote. */
  readonly isEdited?: boolean
}

async function perform(task: CallTask, tool: BackendTool, { input, isEdited }: Input, run: AgentRun): Promise<Change> {
  run.lease.demand()
  const result = await runBackendTool(
    tool,
    { id: task.call.id, input },
    {
      milliseconds: run.server.limits.toolMs,
      signal: run.lease.signal,
      idempotencyKey: `${run.threadId}/${task.messageId}/${task.call.id}`,
    },
  )
  // Cut off by the end of the lease, not by the user: the next holder does it again, under the same key.
  run.lease.demand()
  const kept = keep(task, isEdited ? editedResult(result, input) : result, run)
  return run.lease.isCancelled ? { ...kept, ended: { turnId: task.turnId } } : kept
}

function keep({ messageId }: CallTask, result: ToolResult, run: AgentRun): Change {
  run.emit([{ type: 'tool-result', result }])
  return { messages: [{ role: 'tool', id: `${messageId}-results`, parts: [result] }] }
}
