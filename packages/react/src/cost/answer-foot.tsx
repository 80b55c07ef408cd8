import type { AnswerMessage } from '@parley/browser'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { billOf, formatCost } from './prices.ts'

/** Who wrote an answer, and what it took: of a turn of several steps, all of them. */
export default function AnswerFoot({ steps }: { readonly steps: readonly AnswerMessage[] }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [{ prices }] = useSettings()
  const { inputTokens, outputTokens, cost, unpriced } = billOf(steps, prices)
  const model = [...new Set(steps.map((step) => step.model).filter((name) => name !== ''))].join(', ')
  const tokens = inputTokens + outputTokens
  const count = new Intl.NumberFormat(tag, { notation: 'compact' }).format(tokens)
  if (model === '') return null
  return (
    <span data-testid="wrote" className="max-w-full text-xs wrap-anywhere text-faint">
      <span className="sr-only">{words.wrote.by} </span>
      <span translate="no">{model}</span>
      {tokens > 0 && ` · ${words.wrote.tokens({ tokens: count })}`}
      {cost !== undefined && unpriced.length === 0 && ` · ${formatCost(cost, tag)}`}
    </span>
  )
}
