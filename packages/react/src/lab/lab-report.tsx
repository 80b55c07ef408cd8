import type { CaseOutcome, ReportStep } from '@parley/dialects/model-files'
import { useLateWords } from '../language/late-words.ts'
import type { Found } from './use-lab.ts'

const SIGNS = { spoke: '→', passed: '✓', failed: '✗', limit: '!', skipped: '·' } as const

/** Which step spoke, and what every case came to. The library's own sentences are English. */
export function LabReport({ found }: { readonly found: Found }) {
  const words = useLateWords().lab
  if (found === undefined) return null
  if (typeof found === 'string')
    return (
      <p role="status" data-found={found} className={`text-[13px] ${found === 'looking' ? 'text-soft' : 'text-bad'}`}>
        {words[found]}
      </p>
    )
  const { report } = found
  const outcome = found.ok ? found.by : 'refused'
  const nearest = found.ok ? undefined : found.nearest
  return (
    <section aria-label={words.report} className="shrink-0 space-y-2" data-found={outcome}>
      <p role="status" className="text-sm">
        <span className={`font-semibold ${found.ok ? 'text-good' : 'text-bad'}`}>{words.by[outcome]}</span>{' '}
        <span lang="en">{report.sentence}</span>
      </p>
      {nearest !== undefined && (
        <p className="text-[13px]">
          {words.nearest} <span translate="no">{nearest}</span>
        </p>
      )}
      <details className="text-[13px]">
        <summary className="parley-summary min-h-6 text-soft pointer-coarse:min-h-11">{words.steps}</summary>
        <ol lang="en" className="mt-1 space-y-1">
          {report.steps.map((step, place) => (
            <Line key={place} name={step.step} {...step} />
          ))}
          {report.cases.map((step) => (
            <Line key={step.name} {...step} />
          ))}
        </ol>
      </details>
    </section>
  )
}

interface LineProps {
  readonly name: string
  readonly outcome: ReportStep['outcome'] | CaseOutcome['outcome']
  readonly sentence?: string
}

function Line({ name, outcome, sentence }: LineProps) {
  return (
    <li className={outcome === 'failed' ? 'text-bad' : 'text-soft'}>
      <span className="font-mono">{SIGNS[outcome]}</span> {name}
      {sentence !== undefined && `: ${sentence}`}
    </li>
  )
}
