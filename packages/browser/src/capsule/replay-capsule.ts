import { type ToolCall, type ToolResult, uneditedResult, wordsResult } from '@parley/dialects'
import { policy } from '../approval/policy.ts'
import type { Rule } from '../approval/verdict.ts'
import { openConversation } from '../conversation/conversation.ts'
import type { Conversation } from '../conversation/conversation-contract.ts'
import { pathTo } from '../conversation/state/message-tree.ts'
import { storedState } from '../conversation/state/stored-state.ts'
import type { KnownCall, ThreadState } from '../conversation/state/thread-state.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { canonicalJson } from '../ledger/ledger.ts'
import { memoryThreadStorage } from '../storage/thread-storage.ts'
import type { Executor, Tool } from '../tools/tool.ts'
import { scriptedRespond } from '../turn/scripted-respond.ts'
import { executedCall } from '../turn/settle-call.ts'
import type { Capsule } from './capsule.ts'
import { type TranscriptLine, transcriptOf } from './transcript.ts'

export interface ReplayOptions {
  /** Runs the calls anew, to see whether they still do the same. Absent: they give the results they gave then. */
  readonly executor?: Executor
  /** Hears every state on the way, for a page that shows the replay. */
  readonly onState?: (state: ThreadState) => void
}

export interface Replayed {
  readonly state: ThreadState
  /** The first place where this run differs from the capsule. Absent: they are the same. */
  readonly difference?: { readonly line: number; readonly expected?: TranscriptLine; readonly actual?: TranscriptLine }
}

/** Lives through the conversation once more, without a model: the same words, the same decisions, one call after another. */
export async function replayCapsule(capsule: Capsule, options: ReplayOptions = {}): Promise<Replayed> {
  const then = storedState({ thread: capsule.thread, nodes: capsule.nodes, drafts: [] }, capsule.calls, undefined)
  const path = pathTo(capsule.nodes, capsule.thread.head)
  const answers = path.flatMap(({ message, notes }) =>
    message.role === 'assistant' && !notes?.cut ? [{ parts: message.parts }] : [],
  )
  const records = path.flatMap(({ message }) => recordsOf(capsule, message.id))
  const conversation = await openConversation({
    threadId: 'replay',
    storage: memoryThreadStorage(),
    respond: scriptedRespond(answers),
    executor: () => options.executor ?? recordedExecutor(capsule, records),
    // Every call is asked about, so that what was decided then is what decides now; what was blocked stays blocked.
    policy: policy([blockedThen(records)]),
    request: () => ({ model: 'replay' }),
    maxSteps: answers.length + 1,
    maxRunMs: Number.POSITIVE_INFINITY,
    schedule: (show) => show(),
  })
  const unsubscribe = conversation.subscribe(() => options.onState?.(conversation.getSnapshot()))
  for (const { message } of path) {
    if (message.role !== 'user') continue
    await conversation.send(message.parts)
    await liveThrough(conversation, records)
  }
  unsubscribe()
  conversation.close()
  const state = conversation.getSnapshot()
  return { state, ...firstDifference(transcriptOf(then), transcriptOf(state)) }
}

function recordsOf(capsule: Capsule, messageId: string): readonly CallRecord[] {
  return capsule.calls
    .filter((record) => record.messageId === messageId && record.parent === undefined)
    .sort((left, right) => left.position - right.position)
}

/** Decides as was decided then, until nothing waits any more. */
async function liveThrough(conversation: Conversation, records: readonly CallRecord[]): Promise<void> {
  for (;;) {
    await conversation.whenIdle()
    const known = [...conversation.getSnapshot().calls.values()].filter((call): call is KnownCall => call.stage !== 'streaming')
    const next = known.findIndex((call) => call.stage === 'awaiting' || call.stage === 'malformed' || call.stage === 'asking')
    const [call, record] = [known[next], records[next]]
    if (!call || !record || !(await repeat(conversation, call, record))) return
  }
}

/** False where then, too, nothing more was decided. */
async function repeat(conversation: Conversation, call: KnownCall, record: CallRecord): Promise<boolean> {
  const { key } = call
  if (call.stage === 'malformed') {
    if (record.ending === 'resent') return (await conversation.resendCall(key)).ok
    if (record.ending === 'as-text') return (await conversation.treatAsText(key)).ok
    return record.call.name !== '' && (await conversation.editBroken(key, record.call)).ok
  }
  if (call.stage === 'asking') return (await conversation.answer(key, record.questions[0]?.answer ?? null)).ok
  const { decision } = record
  if (decision?.kind === 'reject') return (await conversation.decide(key, decision)).ok
  if (decision?.kind === 'edit') return (await conversation.decide(key, { kind: 'edit', input: decision.input })).ok
  if (record.phase !== 'settled' || record.ending === 'expired') return false
  return (await conversation.decide(key, { kind: 'allow', hash: call.record.hash })).ok
}

function blockedThen(records: readonly CallRecord[]): Rule {
  return ({ call }) => {
    const blocked = records.find((record) => record.ending === 'blocked' && isSameCall(record.call, call))
    return blocked?.verdict && { ...blocked.verdict, kind: 'deny' }
  }
}

function isSameCall(left: Pick<ToolCall, 'name' | 'input'>, right: Pick<ToolCall, 'name' | 'input'>): boolean {
  return left.name === right.name && canonicalJson(left.input) === canonicalJson(right.input)
}

/** Gives each call the result it had then, in order. */
function recordedExecutor(capsule: Capsule, records: readonly CallRecord[]): Executor {
  const left = [...records]
  const take = (call: ToolCall): ToolResult | undefined => {
    const index = left.findIndex((record) => isSameCall(executedCall(record), call))
    const [record] = left.splice(index, index < 0 ? 0 : 1)
    // The turn adds its note about the changed arguments again.
    return record?.result && record.decision?.kind === 'edit' ? uneditedResult(record.result) : record?.result
  }
  const tools = new Map(capsule.tools.map((spec): [string, Tool] => [spec.name, recordedTool(spec)]))
  return {
    specs: capsule.tools,
    find: (name) => tools.get(name),
    execute: async (call) => ({ ...(take(call) ?? unrecorded(call.name)), callId: call.id }),
  }
}

function recordedTool(spec: Capsule['tools'][number]): Tool {
  return {
    spec,
    check: (input) => ({ kind: 'valid', value: input }),
    effects: () => [{ kind: 'unknown' }],
    preview: async () => ({ sentence: spec.name }),
    run: () => Promise.reject(new Error('A recorded tool does not run.')),
  }
}

const unrecorded = (name: string): ToolResult => wordsResult({ id: '', name }, 'error', 'This call is not in the capsule.')

function firstDifference(then: readonly TranscriptLine[], now: readonly TranscriptLine[]): Pick<Replayed, 'difference'> {
  const length = Math.max(then.length, now.length)
  for (let line = 0; line < length; line++) {
    const [before, after] = [then[line], now[line]]
    if (JSON.stringify(before) !== JSON.stringify(after))
      return { difference: { line, ...(before && { expected: before }), ...(after && { actual: after }) } }
  }
  return {}
}
