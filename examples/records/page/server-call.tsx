import type { UiToolPart } from '@parley/react/ai-sdk'
import { z } from 'zod'
import { pieceRecord, recordStats } from '../shared/piece-record.ts'
import { OrderBars } from './order-bars.tsx'
import { RecordList } from './record-list.tsx'
import { useWords } from './use-words.tsx'

const found = z.object({ records: z.array(pieceRecord) })

/** A tool that ran on the server: what it returned, drawn for a person. */
export function ServerCall({ part }: { readonly part: UiToolPart }) {
  const words = useWords()
  const isQuery = part.type === 'tool-query-records'
  const { asking, failed } = isQuery ? words.query : words.stats
  if (part.state === 'output-available') {
    const records = found.safeParse(part.output).data?.records
    const stats = recordStats.safeParse(part.output).data
    return (
      <div className="max-w-md rounded-xl border border-line bg-sheet px-4 py-3">
        {records && (records.length > 0 ? <RecordList records={records} /> : <p className="text-soft">{words.query.none}</p>)}
        {stats && <OrderBars stats={stats} />}
        {!records && !stats && <p className="text-soft">{failed}</p>}
      </div>
    )
  }
  if (part.state === 'output-error')
    return (
      <p className="text-sm text-bad">
        {failed} {part.errorText}
      </p>
    )
  return <p className="text-sm text-soft">{asking}</p>
}
