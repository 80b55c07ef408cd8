import type { KnownCall, RuleNote } from '@parley/browser'
import { ShieldQuestion } from 'lucide-react'
import { useWords, type Words } from '../language/words.tsx'
import { useCallCard } from './call-actions.tsx'

/** A rule's reason in the interface's language; the rule's own sentence where we have no better one. */
export function reasonOf(note: RuleNote, words: Words): string {
  const known: Readonly<Record<string, string>> = words.rules
  return (Object.hasOwn(known, note.rule) ? known[note.rule] : undefined) ?? words.said(note.reason)
}

/** Why it asks, why it was blocked, or which grant let it run. */
export function RuleLine({ call }: { readonly call: KnownCall }) {
  const words = useWords()
  const { seeRule } = useCallCard()
  const { verdict } = call.record
  if (!verdict || !(call.stage === 'awaiting' || call.stage === 'blocked' || verdict.grantId !== undefined || verdict.rehearsed))
    return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint">
      <ShieldQuestion aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0">{reasonOf(verdict, words)}</span>
      <span>{words.call.ruleSetBy({ author: words.author[verdict.author] })}</span>
      {seeRule && (
        <button type="button" onClick={() => seeRule(verdict)} className="rounded text-parley underline underline-offset-2">
          {words.action.seeRule}
        </button>
      )}
    </p>
  )
}
