import { plainText, type ToolResult, uneditedResult } from '@parley/dialects'
import type { CallRecord, Ending } from '../ledger/call-record.ts'

export function blockedWords(rule: { readonly rule: string; readonly reason: string }): string {
  return `A rule blocked this call (${rule.rule}); it was not executed. ${rule.reason} Do not work around it. Continue without it or ask the user.`
}

export const EXPIRED_WORDS =
  'This call was not executed: the conversation went on before the user decided about it. That is not a refusal.'

export const INTERRUPTED_WORDS =
  'This call was interrupted when the page was closed, and the user marked it as failed. It may have had some of its effects; check before repeating it.'

const DIVERGED_WORDS =
  'The page was closed while this program ran. Run again, it asked for something else than the first time, so it was given up. The calls it had made are done; look before repeating them. Write programs that do the same every time: no timers, no races.'

/** Why a call that was interrupted did not end. */
export const interruptedWords = ({ replay }: CallRecord): string =>
  replay?.diverged === undefined ? INTERRUPTED_WORDS : DIVERGED_WORDS

export const STOPPED_WORDS = 'The user stopped this call before it was finished. This is not a tool failure.'

export const DISCARDED_WORDS =
  'This call was executed, but the user kept its result back. This is not a tool failure. Continue without it or ask the user.'

export const NO_COPY_WORDS =
  'This call belongs to a rehearsal on a copy of the files, and there is no copy here. It was not executed.'

const REHEARSED_WORDS =
  'This was a rehearsal on a copy of the files. Go on as if it were done; the user decides at the end what of it is kept.'

/** The model knows what it did it on: files that are let go later must not come as a surprise. */
export function rehearsedResult<Result extends ToolResult>(result: Result): Result {
  if (result.outcome !== 'ok') return result
  return { ...result, content: [...result.content, { type: 'text', text: REHEARSED_WORDS }] }
}

export const REPLACED_WORDS = 'The user shortened or changed this result before sending it:'

/** Why there is no result to show, where the model reads words that are meant for it alone. */
export type PersonNote = 'blocked' | 'invalid' | 'rejected' | 'expired' | 'stopped' | 'timed-out' | 'kept-back' | 'interrupted'

export type ForPerson =
  | { readonly kind: 'note'; readonly note: PersonNote }
  | { readonly kind: 'result'; readonly result: ToolResult }

const NOTES: { readonly [End in Ending]?: PersonNote } = {
  blocked: 'blocked',
  invalid: 'invalid',
  rejected: 'rejected',
  expired: 'expired',
  stopped: 'stopped',
  'timed-out': 'timed-out',
  discarded: 'kept-back',
}

/** What came of a call, for the person: the result without what was put around it for the model. Absent: nothing yet. */
export function forPerson({ result, ending, decision }: CallRecord): ForPerson | undefined {
  if (!result) return undefined
  const note = ending && NOTES[ending]
  if (note) return { kind: 'note', note }
  const text = plainText(result)
  if (text === INTERRUPTED_WORDS || text === DIVERGED_WORDS) return { kind: 'note', note: 'interrupted' }
  const own = decision?.kind === 'edit' && result.content.length > 1 ? uneditedResult(result) : result
  return { kind: 'result', result: withoutPreface(own) }
}

/** What was put around it for the model: a person knows that it was a rehearsal, and that they shortened it. */
function withoutPreface({ content, ...more }: ToolResult): ToolResult {
  const last = content.at(-1)
  const isRehearsed = last?.type === 'text' && last.text === REHEARSED_WORDS
  const result: ToolResult = { ...more, content: isRehearsed ? content.slice(0, -1) : content }
  const [first, ...rest] = result.content
  if (first?.type !== 'text' || !first.text.startsWith(`${REPLACED_WORDS}\n`)) return result
  return { ...result, content: [{ type: 'text', text: first.text.slice(REPLACED_WORDS.length + 1) }, ...rest] }
}
