import type { Message, Sentence, ToolCall } from '@parley/dialects'
import { type GrantBook, liveGrants } from '../approval/grants.ts'
import type { Mode, Policy, Verdict } from '../approval/verdict.ts'
import { canonicalJson, fingerprintOf, hashCall } from '../ledger/ledger.ts'
import { effectsBy } from '../tools/effects/known-effects.ts'
import { invalidInput, unknownTool } from '../tools/executor.ts'
import type { Effect, Executor, Preview } from '../tools/tool.ts'
import { problemIn } from '../tools/tool.ts'
import { say } from '../words/threads.ts'
import type { Executors } from './executors.ts'

export interface JudgeOptions extends Executors {
  readonly threadId: string
  /** The program that makes the call. Absent: a model does. */
  readonly parent?: string
  readonly policy: Policy
  readonly grants: GrantBook
  /** Asked at every judgement, so that a mode changed in another tab holds at once. */
  readonly mode: () => Mode | Promise<Mode>
  readonly now: () => number
}

export type Judgement =
  /** It cannot run at all: `words` tell the model why and what to do, `problem` tells a person. `isTold`: both say the same. */
  | { readonly kind: 'invalid'; readonly words: string; readonly problem: Sentence; readonly isTold?: true }
  | { readonly kind: 'judged'; readonly verdict: Verdict }

/** Looks at a call with its actual arguments. Never throws: what cannot be judged is asked. */
export async function judgeCall(call: ToolCall, repeats: number, options: JudgeOptions): Promise<Judgement> {
  const { threadId, parent } = options
  const mode = await options.mode()
  const executor = mode === 'rehearse' ? await options.rehearsal?.() : options.executor
  if (!executor) return { kind: 'judged', verdict: NO_COPY }
  const tool = executor.find(call.name)
  if (!tool) {
    const why = executor.whyNot?.(call.name)
    if (why) return { kind: 'invalid', words: why.message, problem: why, isTold: true }
    const names = executor.specs.map((spec) => spec.name)
    return { kind: 'invalid', words: unknownTool(call.name, names), problem: say('call.unknown-tool', { name: call.name }) }
  }
  const checked = tool.check(call.input)
  if (checked.kind === 'invalid') return { kind: 'invalid', words: invalidInput(checked.problem), problem: problemIn(checked) }
  const server = await tool.asks?.(checked.value)
  const verdict = options.policy({
    threadId,
    ...(parent !== undefined && { parent }),
    call,
    hash: await hashCall(call),
    fingerprint: await fingerprintOf(tool),
    effects: effectsBy(tool, checked.value),
    mode,
    grants: liveGrants(await options.grants.list(), options.now()),
    repeats,
    ...(server && { server }),
  })
  return { kind: 'judged', verdict: mode === 'rehearse' ? { ...verdict, rehearsed: true } : verdict }
}

const NO_COPY: Verdict = {
  kind: 'deny',
  rule: 'no-rehearsal',
  author: 'page',
  reason: 'There is no copy of the files here on which a call could be rehearsed.',
}

/** What a call would touch, by its arguments. Undefined: nobody here knows its tool, or they are not what it takes. */
export function effectsOf(executor: Executor, call: ToolCall): readonly Effect[] | undefined {
  const tool = executor.find(call.name)
  const checked = tool?.check(call.input)
  return tool && checked?.kind === 'valid' ? effectsBy(tool, checked.value) : undefined
}

/** What a person sees. A preview that fails must not hide the call: then its name stands there. */
export async function previewCall(executor: Executor | undefined, call: ToolCall): Promise<Preview> {
  const tool = executor?.find(call.name)
  const checked = tool?.check(call.input)
  if (!tool || checked?.kind !== 'valid') return { sentence: call.name }
  try {
    return await tool.preview(checked.value)
  } catch {
    return { sentence: call.name }
  }
}

/** How many calls equal to part `part` of the last message stand directly before it, since the user last spoke. */
export function countRepeats(messages: readonly Message[], part: number): number {
  const lastWord = messages.findLastIndex((message) => message.role === 'user')
  const answers = messages.slice(lastWord + 1).filter((message) => message.role === 'assistant')
  const calls = answers.flatMap((answer, index) =>
    index === answers.length - 1 ? answer.parts.slice(0, part + 1) : answer.parts,
  )
  const before = calls.filter((call) => call.type === 'tool-call')
  const wanted = before.pop()
  if (!wanted) return 0
  const text = canonicalJson(wanted.input)
  const isEqual = (call: ToolCall) => call.name === wanted.name && canonicalJson(call.input) === text
  return before.length - 1 - before.findLastIndex((call) => !isEqual(call))
}
