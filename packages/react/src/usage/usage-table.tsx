import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { tokensOf, type UsedRow } from './read-usage.ts'

const CELL = 'px-3 py-1.5 max-sm:px-2'
const NUMBER = `${CELL} text-right tabular-nums whitespace-nowrap`

/** Who had how much of which model. It scrolls by itself where there is no room for all of it. */
export function UsageTable({ rows }: { readonly rows: readonly UsedRow[] }) {
  const words = useLateWords()
  const numbers = [words.usage.answers, words.usage.input, words.usage.cached, words.usage.output, words.usage.time]
  const most = Math.max(1, ...rows.map(tokensOf))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div tabIndex={0} role="region" aria-label={words.usage.table} className="overflow-x-auto rounded-xl border border-line">
      <table className="w-full border-collapse text-left text-[13px]">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${CELL} font-medium`}>
              {words.usage.client}
            </th>
            <th scope="col" className={`${CELL} font-medium`}>
              {words.usage.model}
            </th>
            {numbers.map((title) => (
              <th key={title} scope="col" className={`${NUMBER} font-medium`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={JSON.stringify([row.client, row.model])} row={row} share={tokensOf(row) / most} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What somebody calls a program is in no language. */
function Name({ text }: { readonly text: string }) {
  return (
    <span translate="no">
      <Characters text={text} />
    </span>
  )
}

function Row({ row, share }: { readonly row: UsedRow; readonly share: number }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const about = row.estimated > 0 ? '≈ ' : ''
  const others = row.client === 'others' && row.model === 'others'
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${CELL} min-w-28 font-normal wrap-anywhere`}>
        {others ? words.usage.others : <Name text={row.client} />}
        <span aria-hidden className="mt-1 block h-1 rounded-full bg-parley" style={{ width: `${Math.max(2, 100 * share)}%` }} />
      </th>
      <td className={`${CELL} min-w-28 font-mono text-xs wrap-anywhere`}>{others ? '' : <Characters text={row.model} />}</td>
      <td className={NUMBER}>{row.answers.toLocaleString(tag)}</td>
      <td className={NUMBER}>
        {about}
        {row.inputTokens.toLocaleString(tag)}
      </td>
      <td className={NUMBER}>{row.cachedInputTokens === 0 ? '–' : row.cachedInputTokens.toLocaleString(tag)}</td>
      <td className={NUMBER}>
        {about}
        {row.outputTokens.toLocaleString(tag)}
      </td>
      <td className={NUMBER}>{words.usage.seconds({ seconds: Math.round(row.ms / 1000).toLocaleString(tag) })}</td>
    </tr>
  )
}
