import type { CallRecord } from '@parley/browser'
import { useEffect, useState } from 'react'
import { reasonOf } from '../call-card/rule-line.tsx'
import { useLateWords } from '../language/late-words.ts'
import type { StudioServices } from '../studio/studio-services.ts'

function useRecords({ storage }: StudioServices, threadId: string): readonly CallRecord[] {
  const [records, setRecords] = useState<readonly CallRecord[]>([])
  useEffect(() => {
    let left = false
    const read = async () => {
      const found = await storage.ledger.ofThread(threadId)
      if (!left) setRecords(withTheirCalls(found.toSorted((a, b) => a.createdAt - b.createdAt || a.position - b.position)))
    }
    void read()
    const end = storage.ledger.watch(() => void read())
    return () => {
      left = true
      end()
    }
  }, [storage, threadId])
  return records
}

/** What a program called stands behind it. */
function withTheirCalls(records: readonly CallRecord[]): readonly CallRecord[] {
  const inner = Map.groupBy(records, ({ parent }) => parent)
  return (inner.get(undefined) ?? []).flatMap((record) => [record, ...(inner.get(record.key) ?? [])])
}

/** What the policy said about each call of the thread, by which rule, and who decided. */
export function RulesView({ services, threadId }: { readonly services: StudioServices; readonly threadId: string }) {
  const words = useLateWords()
  const records = useRecords(services, threadId)
  if (records.length === 0) return <p className="p-2 text-sm text-soft">{words.inspector.noCalls}</p>
  return (
    <ol className="divide-y divide-line text-[13px]">
      {records.map((record) => (
        <li
          key={record.key}
          className={`space-y-0.5 py-2 ${record.parent === undefined ? '' : 'ml-2 border-l-2 border-line pl-3'}`}
        >
          <p className="font-mono">{record.call.name || record.broken?.name}</p>
          {record.parent !== undefined && (
            <p className="text-xs text-faint">{words.program.madeBy({ place: record.position + 1 })}</p>
          )}
          {record.verdict && (
            <p className="text-soft">
              {words.inspector.verdict[record.verdict.kind]} · <code className="text-xs">{record.verdict.rule}</code> ·{' '}
              {reasonOf(record.verdict, words)}
              {words.punctuation.gap}({words.author[record.verdict.author].trim()})
            </p>
          )}
          {record.decision && (
            <p className="text-soft">
              {words.inspector.decision[record.decision.kind]} · {words.inspector.decidedBy[record.decision.by]}
            </p>
          )}
          {record.ending && <p className="text-xs text-faint">{words.inspector.ending[record.ending]}</p>}
        </li>
      ))}
    </ol>
  )
}
