import type { Exchange } from '@parley/browser'
import { useMemo, useState } from 'react'
import { DiffView } from '../code/diff-view.tsx'
import { useWords } from '../language/words.tsx'
import { prettyJson } from './read-exchange.ts'

/** What this request says that the one before did not. */
export function DifferenceView({ exchange, before }: { readonly exchange: Exchange; readonly before: Exchange | undefined }) {
  const words = useWords()
  const [compact, setCompact] = useState(true)
  const [open, setOpen] = useState(false)
  const now = useMemo(() => prettyJson(exchange.request.body), [exchange.request.body])
  const former = useMemo(() => (before ? prettyJson(before.request.body) : undefined), [before])
  if (former === undefined) return <p className="p-2 text-sm text-soft">{words.inspector.firstRequest}</p>
  if (former === now) return <p className="p-2 text-sm text-soft">{words.inspector.noDifference}</p>
  return (
    <DiffView
      path={exchange.request.url}
      before={former}
      after={now}
      compact={compact}
      onToggleCompact={() => setCompact(!compact)}
      open={open}
      onOpen={() => setOpen(true)}
    />
  )
}
