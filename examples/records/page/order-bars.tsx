import type { RecordStats } from '../shared/piece-record.ts'
import { useWords } from './use-words.tsx'

/** The totals: two numbers, and a bar for each order. */
export function OrderBars({ stats }: { readonly stats: RecordStats }) {
  const words = useWords()
  const largest = stats.orders[0]?.total ?? 1
  return (
    <div>
      <p className="flex gap-6">
        <Figure value={stats.records} unit={words.board.records(stats.records)} />
        <Figure value={stats.total} unit={words.board.pieces(stats.total)} />
      </p>
      <ul className="mt-3 space-y-2" aria-label={words.board.byOrder}>
        {stats.orders.map((order) => (
          <li key={order.orderName}>
            <span className="flex gap-3 text-sm">
              <span className="min-w-0 flex-1 break-words">{order.orderName}</span>
              <span className="text-soft tabular-nums">{order.total.toLocaleString()}</span>
            </span>
            <span className="mt-1 block h-1.5 rounded-full bg-well">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${Math.max(2, (order.total / largest) * 100)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Figure({ value, unit }: { readonly value: number; readonly unit: string }) {
  return (
    <span>
      <span className="text-2xl font-semibold tracking-tight tabular-nums">{value.toLocaleString()}</span>{' '}
      <span className="text-sm text-soft">{unit}</span>
    </span>
  )
}
