import type { RecordBoard } from '../shared/piece-record.ts'
import { OrderBars } from './order-bars.tsx'
import { RecordList } from './record-list.tsx'
import { problemOf, type RecordsApi } from './records-api.ts'
import { useBoard } from './use-board.ts'
import { useWords } from './use-words.tsx'

/** What is in the database, beside the chat that changes it. */
export function Board({ api }: { readonly api: RecordsApi }) {
  const words = useWords()
  const [shown, load] = useBoard(api)
  return (
    <section aria-label={words.board.title} className="space-y-6 p-5">
      <h2 className="text-lg font-semibold">{words.board.title}</h2>
      {shown.kind === 'loading' && <p className="text-soft">{words.board.loading}</p>}
      {shown.kind === 'failed' && (
        <div role="alert" className="space-y-3 rounded-xl border border-bad/40 bg-bad-wash p-4 text-sm text-bad">
          <p>
            {words.board.failed} {problemOf(shown.error, words.unreachable)}
          </p>
          <button type="button" onClick={load} className="min-h-9 rounded-lg border border-bad/40 px-3">
            {words.retry}
          </button>
        </div>
      )}
      {shown.kind === 'there' && <Records board={shown.board} />}
    </section>
  )
}

function Records({ board }: { readonly board: RecordBoard }) {
  const words = useWords()
  if (board.records.length === 0)
    return <p className="rounded-xl border border-dashed border-line-strong/50 p-6 text-center text-soft">{words.board.none}</p>
  return (
    <>
      <OrderBars stats={board.stats} />
      <div>
        <h3 className="mb-1 text-sm font-medium text-soft">{words.board.latest}</h3>
        <RecordList records={board.records} />
      </div>
    </>
  )
}
