import { useLateWords } from '../language/late-words.ts'
import type { ShownWay } from './doctor-card.ts'
import { wordIn } from './doctor-words.ts'
import { WayName } from './way-name.tsx'

const TONES: Readonly<Record<string, string>> = {
  right: 'text-good',
  flawed: 'text-wait',
  wrong: 'text-bad',
  failed: 'text-bad',
}

const verdictOf = (way: ShownWay, question: string): string | undefined =>
  way.probes.find((probe) => probe.question === question)?.right

/** Questions by ways. It scrolls by itself where there is no room for all of them. */
export function VerdictTable({ ways }: { readonly ways: readonly ShownWay[] }) {
  const words = useLateWords()
  const questions = Object.keys(words.doctor.question).filter((id) =>
    ways.some(({ probes }) => probes.some(({ question }) => question === id)),
  )
  if (questions.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div tabIndex={0} role="region" aria-label={words.doctor.table} className="overflow-x-auto rounded-xl border border-line">
      <table className="w-full border-collapse text-left text-[13px]">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-2 font-medium">
              {words.doctor.asked}
            </th>
            {ways.map(({ choice }) => (
              <th key={choice} scope="col" className="px-3 py-2 align-bottom font-medium max-sm:px-2">
                <WayName choice={choice} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <tr key={question} className="border-b border-line last:border-0">
              <th scope="row" className="min-w-28 px-3 py-1.5 font-normal max-sm:px-2">
                {wordIn(words.doctor.question, question)}
              </th>
              {ways.map((way) => {
                const verdict = verdictOf(way, question)
                return (
                  <td
                    key={way.choice}
                    className={`px-3 py-1.5 whitespace-nowrap max-sm:px-2 ${TONES[verdict ?? ''] ?? 'text-soft'}`}
                  >
                    {verdict === undefined ? words.doctor.notAsked : wordIn(words.doctor.verdict, verdict)}
                  </td>
                )
              })}
            </tr>
          ))}
          <tr className="border-t border-line font-medium">
            <td />
            {ways.map(({ choice, score }) => (
              <td key={choice} className="px-3 py-2 max-sm:px-2">
                {words.doctor.points({ score })}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
