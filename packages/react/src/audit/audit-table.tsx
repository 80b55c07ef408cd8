import type { AuditRow } from '@parley/browser'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { ruleWords } from './filter-audit.ts'

const CELL = 'px-3 py-1.5 align-top max-sm:px-2'

/** One page of effects. It scrolls by itself where there is no room for all of it. */
export function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  const words = useLateWords()
  const { audit } = words
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div tabIndex={0} role="region" aria-label={audit.table} className="overflow-x-auto rounded-xl border border-line">
      <table className="w-full border-collapse text-left text-[13px]">
        <thead>
          <tr className="border-b border-line">
            {[audit.effect, audit.by, audit.rule, audit.thread, audit.time].map((title, column) => (
              <th key={title} scope="col" className={`${CELL} font-medium ${column > 2 ? 'max-sm:hidden' : ''}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={JSON.stringify([row.key, row.effect, row.target])} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row }: { readonly row: AuditRow }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const time = new Date(row.at).toLocaleString(tag)
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${CELL} min-w-40 font-normal wrap-anywhere`}>
        {words.audit.effects[row.effect]}{' '}
        <span translate="no" className="font-mono text-xs">
          <Characters text={row.target} />
        </span>
        {row.rehearsed && <span className="text-soft"> {words.audit.onCopy}</span>}
        <span translate="no" className="block font-mono text-xs text-faint">
          <Characters text={row.tool} />
        </span>
        {/* Where there is no room for columns of their own. */}
        <span className="block text-xs text-soft sm:hidden">
          <Characters text={row.thread} /> · <span className="tabular-nums">{time}</span>
        </span>
      </th>
      <td className={`${CELL} min-w-16`}>{words.audit.who[row.by]}</td>
      <td className={`${CELL} sm:min-w-40`}>{ruleWords(row.rule, words)}</td>
      <td className={`${CELL} min-w-28 wrap-anywhere max-sm:hidden`}>
        <Characters text={row.thread} />
      </td>
      <td className={`${CELL} whitespace-nowrap tabular-nums max-sm:hidden`}>{time}</td>
    </tr>
  )
}
