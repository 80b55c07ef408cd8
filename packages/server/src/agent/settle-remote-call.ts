import { checkCall, editedResult, type JsonObject, type ToolCall, type ToolResult, wordsResult } from '@parley/dialects'
import { toResult } from '../tools/backend-tool.ts'
import type { ChosenTool, RemoteTool } from '../tools/remote-tool.ts'
import { say } from '../words.ts'
import type { AgentRun, CallTask } from './agent-state.ts'
import { type Change, idempotencyKey, keep, progressOf, settleAnswer, stoppable, wait } from './call-steps.ts'
import { LeaseLost } from './lease.ts'
import type { BegunCall } from './store/begun-calls.ts'
import { cancelled, notOffered } from './words.ts'

/** A call of somebody else's tool, and what is known of it. */
interface Called {
  readonly task: CallTask
  readonly call: ToolCall
  readonly run: AgentRun
  /** Its name among the calls that were begun. Ids are the model's, with whatever characters it likes. */
  readonly key: string
}

/**
 * A call of a tool that runs elsewhere. It asks, is begun once, and may ask something back; that it was begun is kept before it is, so that
 * whoever finds it without a result knows that it may have run.
 */
export async function settleRemoteCall(task: CallTask, call: ToolCall, chosen: ChosenTool, run: AgentRun): Promise<Change> {
  const called = { task, call, run, key: JSON.stringify([task.messageId, call.id]) }
  const begun = await run.begun.read(run.threadId, called.key)
  const { tool, why } = await findTool(chosen, run)
  if (begun?.asked) return await goOn(called, tool, begun)
  if (begun) return tool?.mayRunAgain ? await attempt(called, tool, begun) : keep(task, mayHaveRun(call), run)
  if (!tool) return keep(task, notOffered(call, why), run)
  const problem = problemIn(tool, call)
  if (problem !== undefined) return keep(task, problem, run)
  const { reason, fingerprint, says } = tool
  const answer = wait(
    { callId: call.id, name: call.name, input: call.input, kind: 'approval', reason, fingerprint, says: { ...says } },
    run,
  )
  if (answer.kind !== 'approve') return settleAnswer(task, call, answer, run)
  const input = answer.input ?? call.input
  const wrong = problemIn(tool, { ...call, input })
  if (wrong !== undefined) return keep(task, wrong, run)
  const first = { input, isEdited: answer.input !== undefined, answered: 0 }
  await demandChange(called, undefined, first)
  return await attempt(called, tool, first)
}

/** As it is now: what changed since it was looked at is not found. */
async function findTool(chosen: ChosenTool, { server, owner }: AgentRun): Promise<{ tool?: RemoteTool; why: string }> {
  const offer = await server.tools.source?.offer([chosen], owner)
  const why = offer?.notOffered[0]?.why.message ?? say('thread.no-mcp').message
  const tool = offer?.tools[0]
  return tool ? { tool, why } : { why }
}

function problemIn({ spec }: RemoteTool, call: ToolCall): ToolResult | undefined {
  const { problems } = checkCall(call, [spec])
  if (problems.length === 0) return undefined
  const words = problems.slice(0, 3).map(({ message }) => message)
  return wordsResult(call, 'error', `The call was not executed, because its arguments are not valid. ${words.join(' ')}`)
}

/** Another replica has the thread, and does what is to be done. */
async function demandChange({ run, key }: Called, before: BegunCall | undefined, after: BegunCall): Promise<void> {
  run.lease.demand()
  if (await run.begun.change(run.threadId, key, before, after)) return
  run.lease.lose()
  throw new LeaseLost()
}

/** What it asks back is put to the user, one question after another; with all answers it is attempted again. */
async function goOn(called: Called, tool: RemoteTool | undefined, begun: BegunCall): Promise<Change> {
  const { task, call, run } = called
  const { asked, answered } = begun
  const next = asked?.questions[Object.keys(asked.answers).length]
  if (!asked || !next) return keep(task, mayHaveRun(call), run)
  const { callId, name, input } = { callId: call.id, name: call.name, input: begun.input }
  const answer = wait({ callId, name, input, kind: 'input', question: next.question, asks: answered }, run)
  if (answer.kind === 'cancel') return { ...keep(task, cancelled(call, true), run), ended: { turnId: task.turnId } }
  if (answer.kind !== 'input') return settleAnswer(task, call, answer, run)
  const answers: JsonObject = { ...asked.answers, [next.key]: answer.response }
  const isLast = Object.keys(answers).length === asked.questions.length
  const { asked: _asked, ...rest } = begun
  const after = { ...rest, answered: answered + 1, ...(!isLast && { asked: { ...asked, answers } }) }
  // Its server must know the answer to what it asked, so it must be the one that asked.
  if (!tool) return keep(task, mayHaveRun(call), run)
  await demandChange(called, begun, after)
  if (!isLast) return await goOn(called, tool, after)
  return await attempt(called, tool, after, { answers, ...(asked.state !== undefined && { state: asked.state }) })
}

/** Reaches out, once. */
async function attempt(
  called: Called,
  tool: RemoteTool,
  begun: BegunCall,
  answered?: { readonly state?: string; readonly answers: JsonObject },
): Promise<Change> {
  const { task, call, run } = called
  run.emit([{ type: 'call-begun', callId: call.id, at: run.server.now() }])
  const ran = await stoppable(call.id, run, (signal) =>
    tool.run({
      callId: call.id,
      input: begun.input,
      idempotencyKey: idempotencyKey(task, run),
      signal,
      onProgress: progressOf(call.id, run),
      ...(answered && { answered }),
    }),
  )
  run.lease.demand()
  if ('asked' in ran) {
    const asking = { ...begun, asked: { ...ran.asked, answers: {} } }
    await demandChange(called, begun, asking)
    return await goOn(called, tool, asking)
  }
  const result = toResult(call, ran.output)
  const decision = begun.isEdited ? 'edit' : 'allow'
  const allowed = { decision, by: 'person', rule: 'server-tool-asks' } as const
  const kept = keep(task, begun.isEdited ? editedResult(result, begun.input) : result, run, allowed)
  return run.lease.isCancelled ? { ...kept, ended: { turnId: task.turnId } } : kept
}

/** Nobody was there when it ended, if it was begun at all. */
function mayHaveRun(call: ToolCall): ToolResult {
  const { message, words } = say('thread.may-have-run')
  return { ...wordsResult(call, 'error', message), display: { words } }
}
