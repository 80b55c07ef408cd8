import type { KnownCall } from '@parley/browser'
import { ChevronRight, ListChecks } from 'lucide-react'
import { Fragment } from 'react'
import { useCallCard } from '../../call-card/call-actions.tsx'
import { didOf, ReceiptLine } from '../../call-card/effects/effects-line.tsx'
import { seconds } from '../../call-card/stage-badge.tsx'
import { effectsOf, inputOf } from '../../call-card/subject/call-subject.ts'
import { useLateWords } from '../../language/late-words.ts'
import type { FinishedTurn } from './finished-turn.ts'
import { stayHere } from './stay-here.ts'
import { runTime, stepPhrases } from './steps-words.ts'
import { setTurnFold } from './turn-folds.ts'

/** More receipts than these would be the pile again; the line counts them all. */
const MOST_RECEIPTS = 3

interface StepsLineProps {
  readonly turn: FinishedTurn
  readonly isFolded: boolean
}

/** `Read 2, ran 1, wrote 3 — 4 s`: what a finished turn did before its last words, and the way to it. */
export default function StepsLine({ turn, isFolded }: StepsLineProps) {
  const words = useLateWords()
  const { executor } = useCallCard()
  const phrases = stepPhrases(turn, executor, words)
  const ran = runTime(turn)
  return (
    <div data-testid="steps-line" className="text-[13px] text-soft">
      <button
        type="button"
        aria-expanded={!isFolded}
        onClick={({ currentTarget }) => stayHere(currentTarget, () => setTurnFold(turn.id, isFolded ? 'open' : 'folded'))}
        className="flex min-h-7 max-w-full items-center gap-1.5 rounded text-left hover:text-ink pointer-coarse:min-h-11"
      >
        <ListChecks aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="min-w-0">
          {phrases.map(({ text, isBad }, index) => (
            <Fragment key={text}>
              {index > 0 && words.effect.comma}
              <span className={isBad ? 'text-bad' : ''}>{text}</span>
            </Fragment>
          ))}
          {ran !== undefined && (
            <span className="whitespace-nowrap text-faint">{words.steps.took({ seconds: seconds(ran) })}</span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className={`size-3.5 shrink-0 transition-transform ${isFolded ? '' : 'rotate-90'}`} />
      </button>
      {isFolded && (
        <div className="pl-1.5">
          <Deletions turn={turn} />
        </div>
      )}
    </div>
  )
}

/** What was deleted is said by its name, with the way back. */
function Deletions({ turn }: Pick<StepsLineProps, 'turn'>) {
  const { executor } = useCallCard()
  const calls = turn.calls.filter((call): call is KnownCall => call.stage !== 'streaming' && call.record.parent === undefined)
  const deleting = calls
    .map((call) => ({ call, effects: effectsOf(executor, call.record.call.name, inputOf(call)) }))
    .filter(({ call, effects }) => didOf(call, effects).some(({ kind }) => kind === 'delete-files'))
  return deleting.slice(0, MOST_RECEIPTS).map((one) => <ReceiptLine key={one.call.key} {...one} />)
}
