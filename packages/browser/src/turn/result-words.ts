import { plainText, type ToolResult, uneditedResult } from '@parley/dialects'
import type { CallRecord, Ending } from '../ledger/call-record.ts'

export function blockedWords(rule: { readonly rule: string; readonly reason: string }): string {
  return `A rule blocked this call (${rule.rule}); it was not executed. ${rule.reason} Do not work around it. Continue without it or ask the user.`
}

export const EXPIRED_WORDS =
  'This call was not executed: the conversation went on before the user decided about it. That is not a refusal.'

export const INTERRUPTED_WORDS =
  'This call was interrupted when the page was closed, and the user marked it as failed. It may have had some of its effects; check before repeating it.'

export const STOPPED_WORDS = 'The user stopped this call before it was finished. This is not a tool failure.'

export const DISCARDED_WORDS =
  'This call was executed, but the user kept its result back. This is not a tool failure. Continue without it or ask the user.'

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
  if (text === INTERRUPTED_WORDS) return { kind: 'note', note: 'interrupted' }
  const own = decision?.kind === 'edit' && result.content.length > 1 ? uneditedResult(result) : result
  return { kind: 'result', result: withoutPreface(own) }
}

/** A person shortened it before it was sent: they know. */
function withoutPreface(result: ToolResult): ToolResult {
  const [first, ...rest] = result.content
  if (first?.type !== 'text' || !first.text.startsWith(`${REPLACED_WORDS}\n`)) return result
  return { ...result, content: [{ type: 'text', text: first.text.slice(REPLACED_WORDS.length + 1) }, ...rest] }
}
