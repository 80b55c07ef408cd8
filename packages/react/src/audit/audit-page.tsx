import { type AuditRow, auditCsv, auditJsonLines, auditRows, type ThreadStorage } from '@parley/browser'
import { useEffect, useState } from 'react'
import { saveAs } from '../files/save-as.ts'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button } from '../parts/button.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { Problem } from '../parts/problem.tsx'
import { AuditTable } from './audit-table.tsx'
import { ANY, type AuditFilter, choicesIn, dayOf, filtered, PAGE, ruleWords } from './filter-audit.ts'

type Read = { readonly rows?: readonly AuditRow[]; readonly error?: unknown }

function useAudit(storage: ThreadStorage): Read {
  const [read, setRead] = useState<Read>({})
  useEffect(() => {
    let isLeft = false
    auditRows(storage).then(
      (rows) => !isLeft && setRead({ rows }),
      (error: unknown) => !isLeft && setRead({ error }),
    )
    return () => {
      isLeft = true
    }
  }, [storage])
  return read
}

/** Every effect on files and on the outside, by whom it was allowed and by which rule. */
export default function AuditPage({ storage }: { readonly storage: ThreadStorage }) {
  const words = useLateWords()
  const { rows, error } = useAudit(storage)
  if (error !== undefined) return <Problem text={errorSentence(error)} />
  if (!rows) return <p className="text-sm text-soft">{words.audit.reading}</p>
  return (
    <>
      <p className="mb-3 text-[13px] text-soft">{words.audit.hint}</p>
      {rows.length === 0 ? <p className="text-sm text-soft">{words.audit.none}</p> : <Audit rows={rows} />}
    </>
  )
}

function Audit({ rows }: { readonly rows: readonly AuditRow[] }) {
  const words = useLateWords()
  const [filter, setFilter] = useState(ANY)
  const [page, setPage] = useState(0)
  const shown = filtered(rows, filter)
  const pages = Math.max(1, Math.ceil(shown.length / PAGE))
  const choose = (change: Partial<AuditFilter>) => {
    setFilter((before) => ({ ...before, ...change }))
    setPage(0)
  }
  return (
    <>
      <Filters rows={rows} filter={filter} onChoose={choose} />
      <div className="my-3 flex flex-wrap items-center gap-2">
        <p role="status" data-testid="audit-count" className="min-w-0 flex-1 text-[13px] text-soft">
          {words.audit.count({ count: shown.length })}
        </p>
        <Button onClick={() => saveAs('parley-audit.csv', auditCsv(shown), 'text/csv')}>{words.audit.csv}</Button>
        <Button onClick={() => saveAs('parley-audit.jsonl', auditJsonLines(shown), 'application/jsonl')}>
          {words.audit.jsonl}
        </Button>
      </div>
      <AuditTable rows={shown.slice(page * PAGE, (page + 1) * PAGE)} />
      {pages > 1 && (
        // Not disabled at the end: who went there by keyboard would lose the place.
        <nav aria-label={words.audit.pages} className="mt-3 flex items-center gap-2 text-[13px]">
          <Button aria-disabled={page === 0} onClick={() => setPage(Math.max(0, page - 1))}>
            {words.audit.newer}
          </Button>
          <span className="flex-1 text-center text-soft">{words.audit.page({ page: page + 1, pages })}</span>
          <Button aria-disabled={page + 1 === pages} onClick={() => setPage(Math.min(pages - 1, page + 1))}>
            {words.audit.older}
          </Button>
        </nav>
      )}
    </>
  )
}

interface FiltersProps {
  readonly rows: readonly AuditRow[]
  readonly filter: AuditFilter
  readonly onChoose: (change: Partial<AuditFilter>) => void
}

function Filters({ rows, filter, onChoose }: FiltersProps) {
  const words = useLateWords()
  const lists = [
    ['effect', words.audit.effect, (row: AuditRow) => [row.effect, words.audit.effects[row.effect]]],
    ['threadId', words.audit.thread, (row: AuditRow) => [row.threadId, row.thread || row.threadId]],
    ['by', words.audit.by, (row: AuditRow) => [row.by, words.audit.who[row.by]]],
    ['rule', words.audit.rule, (row: AuditRow) => [row.rule, ruleWords(row.rule, words)]],
    ['day', words.audit.day, (row: AuditRow) => [dayOf(row.at), dayOf(row.at)]],
  ] as const satisfies readonly (readonly [keyof AuditFilter, string, (row: AuditRow) => readonly [string, string]])[]
  return (
    <div role="group" aria-label={words.audit.filter} className="grid gap-2 sm:grid-cols-2">
      {lists.map(([field, label, title]) => (
        <LabelledSelect
          key={field}
          label={label}
          value={filter[field]}
          choices={[{ value: '', title: words.audit.any }, ...choicesIn(rows, title)]}
          onValue={(value) => onChoose({ [field]: value })}
        />
      ))}
    </div>
  )
}
