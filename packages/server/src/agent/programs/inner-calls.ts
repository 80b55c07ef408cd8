import { editedResult, type JsonObject, type ToolCall, type ToolResult, wordsResult } from '@parley/dialects'
import { runBackendTool } from '../../tools/backend-tool.ts'
import { unknownTool } from '../../tools/unknown-tool.ts'
import { say } from '../../words.ts'
import type { AgentRun, CallTask, InnerCall } from '../agent-state.ts'
import { type Change, keep, progressOf, stoppable } from '../call-steps.ts'
import { LeaseLost } from '../lease.ts'
import { type Allowed, receiptOf } from '../receipts/receipt.ts'
import { cancelled } from '../words.ts'

/** A call of the page that runs a program, and waits. */
interface Program {
  readonly task: CallTask
  readonly call: ToolCall
  readonly run: AgentRun
}

/** How a call of a program is named to those who listen, and who stop it. */
const innerCallId = (program: string, id: string): string => `${program}/${id}`

/**
 * Runs what the program has asked for and has no result yet, one after another in the order asked. What it came to is kept beside the
 * checkpoints, which know nothing of a task that waits. Gives the end of the program's own call where the user stopped the turn.
 */
export async function runAsked({ task, call, run }: Program): Promise<Change | undefined> {
  const isStopped = () => run.lease.isCancelled || run.answers.get(call.id)?.kind === 'cancel'
  for (const asked of run.asked) if (asked.callId === call.id && !isStopped()) await settleInner({ task, call, run }, asked.call)
  const hasRun = isStopped() && (await run.begun.innerOf(run.threadId, call.id)).length > 0
  if (!run.lease.isCancelled && !hasRun) return undefined
  const stopped = keep(task, cancelled(call, true), run, { decision: 'cancel', by: 'person', rule: 'asked' })
  return { ...stopped, ended: { turnId: task.turnId } }
}

/** The receipts of what a program called are chained with that of the program, in one checkpoint. */
export async function withInnerReceipts({ call, run }: Program, change: Change): Promise<Change> {
  const kept = await run.begun.innerOf(run.threadId, call.id)
  return { ...change, receipts: [...kept.map(({ receipt }) => receipt), ...(change.receipts ?? [])] }
}

/**
 * Once it has a result it is never run again. A server that dies before that has perhaps begun it: as with every tool of the server, the
 * next one runs it again under the same key.
 */
async function settleInner({ task, call, run }: Program, asked: InnerCall): Promise<void> {
  if (await run.begun.readInner(run.threadId, call.id, asked.id)) return
  const made: ToolCall = { type: 'tool-call', id: innerCallId(call.id, asked.id), name: asked.name, input: asked.input }
  const { result, allowed } = await perform({ task, call: made, run }, asked)
  // Cut off by the end of the lease, not by the user: the next holder does it again, under the same key.
  run.lease.demand()
  const receipt = receiptOf({ ...task, call: made }, result, run, allowed)
  if (await run.begun.keepInner(run.threadId, call.id, { call: asked, result, receipt })) return
  run.lease.lose()
  throw new LeaseLost()
}

interface Performed {
  readonly result: ToolResult
  /** Absent: it never came so far as to be allowed. */
  readonly allowed?: Allowed
}

async function perform({ task, call, run }: Program, asked: InnerCall): Promise<Performed> {
  const { id, edited, shown, by } = asked
  const { server, threadId } = run
  const tool = server.tools.byName.get(call.name)
  const names = server.tools.specs.map(({ name }) => name)
  if (!tool) return { result: unknownTool(call, names) }
  const reason = whyAsked(run, asked)
  // It was judged when it was asked for. What is asked for differently by now was not shown to anybody.
  if (reason !== undefined && reason !== shown)
    return { result: wordsResult(call, 'error', say('thread.inner-not-shown').message) }
  run.lease.demand()
  run.emit([{ type: 'call-begun', callId: call.id, at: server.now() }])
  const input = edited ?? call.input
  const idempotencyKey = `${threadId}//${task.messageId}/${innerCallId(task.call.id, id)}`
  const limits = { milliseconds: server.limits.toolMs, idempotencyKey, onProgress: progressOf(call.id, run) }
  const result = await stoppable(call.id, run, (signal) => runBackendTool(tool, { id: call.id, input }, { ...limits, signal }))
  const rule = reason === undefined ? 'server-tool' : 'server-tool-asks'
  const allowed: Allowed = edited
    ? { decision: 'edit', by: 'person', rule }
    : { decision: 'allow', by: reason === undefined ? 'rule' : by, rule }
  return { result: edited ? editedResult(result, edited) : result, allowed }
}

/**
 * Why the server wants the user to be asked about a call of its tool. Undefined: it does not. What nobody would be asked about as the
 * program wrote it may be something to ask about as it was edited.
 */
export function whyAsked(
  { server }: Pick<AgentRun, 'server'>,
  { name, input, edited }: Pick<InnerCall, 'name' | 'input' | 'edited'>,
): string | undefined {
  const tool = server.tools.byName.get(name)
  const reasonOf = (given: JsonObject) => (tool?.check(given) === undefined ? tool?.needsApproval(given) : undefined)
  return reasonOf(input) ?? (edited && reasonOf(edited))
}
