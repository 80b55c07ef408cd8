import { Annotation, Command, Send, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import {
  brokenWords,
  editedResult,
  FIND_TOOLS,
  type JsonObject,
  type Message,
  type ToolCall,
  wordsResult,
} from '@parley/dialects'
import { type BackendTool, runBackendTool } from '../tools/backend-tool.ts'
import type { NotOffered } from '../tools/remote-tool.ts'
import { unfoundTool, unknownTool } from '../tools/unknown-tool.ts'
import type { AgentRun, AnswerNote, CallTask, EndedTurn, Turn } from './agent-state.ts'
import { answerStep } from './answer-step.ts'
import { type Change, idempotencyKey, keep, progressOf, settleAnswer, stoppable, wait } from './call-steps.ts'
import { runAsked, withInnerReceipts } from './programs/inner-calls.ts'
import { type Allowed, chainReceipts, type KeptReceipt, type LooseReceipt } from './receipts/receipt.ts'
import { settleRemoteCall } from './settle-remote-call.ts'
import { searchFor } from './thread-search.ts'

const state = Annotation.Root({
  messages: Annotation<readonly Message[]>({ reducer: joinMessages, default: () => [] }),
  turn: Annotation<Turn>(),
  ended: Annotation<EndedTurn | null>({ reducer: (_, next) => next, default: () => null }),
  receipts: Annotation<readonly KeptReceipt[], readonly LooseReceipt[]>({ reducer: chainReceipts, default: () => [] }),
  notes: Annotation<readonly AnswerNote[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
  notOffered: Annotation<readonly NotOffered[]>({ reducer: (_, next) => next, default: () => [] }),
})

export type AgentState = typeof state.State

/**
 * model → one task for each call of its answer → model → … → end. A call that needs the page or the user interrupts its
 * task; what other tasks have done by then is kept, and is not done again.
 */
export function buildGraph(checkpointer: BaseCheckpointSaver, run: AgentRun) {
  return new StateGraph(state)
    .addNode('model', async (now: AgentState) => goOn(await answerStep(now, run), now.turn), { ends: ['call'] })
    .addNode('call', (task: CallTask) => settleAgentCall(task, run))
    .addEdge(START, 'model')
    .addEdge('call', 'model')
    .compile({ checkpointer })
}

function goOn({ update, unfound }: Awaited<ReturnType<typeof answerStep>>, turn: Turn) {
  return new Command({ update, goto: sendCalls(update.messages?.at(-1), turn, unfound) })
}

/** One task for each call of an answer. */
export function sendCalls(message: Message | undefined, turn: Turn, unfound?: ReadonlySet<string>): Send<'call', CallTask>[] {
  if (message?.role !== 'assistant') return []
  // An offer is for a person to take up: told that it could not be read, the model would show it again until no step is left.
  const calls = message.parts
    .filter((part) => part.type === 'tool-call' || part.type === 'broken-call')
    .filter((call) => call.type === 'tool-call' || call.offer === undefined)
  const ofPage = new Set(turn.tools.map(({ name }) => name))
  return calls.map((call) => {
    const isOfPage = call.name !== undefined && ofPage.has(call.name)
    const chosen = turn.chosen?.find(({ name }) => name === call.name)
    const among = call.name === FIND_TOOLS && !isOfPage ? turn.chosen : undefined
    return new Send('call', {
      turnId: turn.id,
      messageId: message.id,
      call,
      isOfPage,
      ...(isOfPage && turn.programs?.includes(call.name ?? '') && { mayCall: true as const }),
      ...(chosen && { chosen }),
      ...(chosen && unfound?.has(chosen.name) && { isUnfound: true }),
      ...(among && { among }),
    })
  })
}

/** Results of one answer come from several tasks and stand in one message. */
function joinMessages(before: readonly Message[], more: readonly Message[]): readonly Message[] {
  const joined = [...before]
  for (const message of more) {
    const last = joined.at(-1)
    if (last?.role === 'tool' && message.role === 'tool' && last.id === message.id)
      joined[joined.length - 1] = { ...last, parts: [...last.parts, ...message.parts] }
    else joined.push(message)
  }
  return joined
}

async function settleAgentCall(task: CallTask, run: AgentRun): Promise<Change> {
  if (!task.mayCall || task.call.type === 'broken-call') return await settleOne(task, run)
  const program = { task, call: task.call, run }
  const stopped = await runAsked(program)
  return await withInnerReceipts(program, stopped ?? (await settleOne(task, run)))
}

/** One call to its result. Everything before `wait` happens again when the call is answered, so it has no effects. */
async function settleOne(task: CallTask, run: AgentRun): Promise<Change> {
  const { call } = task
  if (call.type === 'broken-call') return keep(task, wordsResult(call, 'error', brokenWords(call.problem)), run)
  const known = run.answers.get(call.id)
  if (known?.kind === 'result') return settleAnswer(task, call, known, run)
  const tool = run.server.tools.byName.get(call.name)
  if (tool) return await settleOwn(task, call, tool, run)
  if (task.isUnfound) return keep(task, unfoundTool(call), run)
  if (task.among) return keep(task, await searchFor(call, task.among, run), run)
  if (task.chosen) return await settleRemoteCall(task, call, task.chosen, run)
  if (!task.isOfPage)
    return keep(
      task,
      unknownTool(
        call,
        run.server.tools.specs.map(({ name }) => name),
      ),
      run,
    )
  const mayCall = task.mayCall && { mayCall: true as const }
  const answer = wait({ callId: call.id, name: call.name, input: call.input, kind: 'page', ...mayCall }, run)
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

/** `undefined`: the tool asks nobody. */
const allowed = (isEdited: boolean | undefined): Allowed =>
  isEdited === undefined
    ? { decision: 'allow', by: 'rule', rule: 'server-tool' }
    : { decision: isEdited ? 'edit' : 'allow', by: 'person', rule: 'server-tool-asks' }

interface Input {
  readonly input: JsonObject
  /** Whether the user changed what the model wrote. */
  readonly isEdited?: boolean
}

async function perform(task: CallTask, tool: BackendTool, { input, isEdited }: Input, run: AgentRun): Promise<Change> {
  run.lease.demand()
  run.emit([{ type: 'call-begun', callId: task.call.id, at: run.server.now() }])
  const limits = { milliseconds: run.server.limits.toolMs, idempotencyKey: idempotencyKey(task, run) }
  const onProgress = progressOf(task.call.id, run)
  const result = await stoppable(task.call.id, run, (signal) =>
    runBackendTool(tool, { id: task.call.id, input }, { ...limits, signal, onProgress }),
  )
  // Cut off by the end of the lease, not by the user: the next holder does it again, under the same key.
  run.lease.demand()
  const kept = keep(task, isEdited ? editedResult(result, input) : result, run, allowed(isEdited))
  return run.lease.isCancelled ? { ...kept, ended: { turnId: task.turnId } } : kept
}
