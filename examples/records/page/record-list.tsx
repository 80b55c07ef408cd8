import type { PieceRecord } from '../shared/piece-record.ts'
import { useWords } from './use-words.tsx'

export function RecordList({ records }: { readonly records: readonly PieceRecord[] }) {
  const words = useWords()
  return (
    <ul className="divide-y divide-line">
      {records.map((record) => (
        <li key={record.id} className="flex items-baseline gap-3 py-1.5">
          <span className="min-w-0 flex-1 font-medium break-words">{record.orderName}</span>
          <span className="tabular-nums">{words.record.pieces(record.amount)}</span>
          <time dateTime={new Date(record.createdAt).toISOString()} className="text-sm text-faint tabular-nums">
            {new Date(record.createdAt).toLocaleString(words.locale, {
              month: '2-digit',
              day: '2-digit',
              hour: '2-digit',
              minute: '2-digit',
            })}
          </time>
        </li>
      ))}
    </ul>
  )
}
