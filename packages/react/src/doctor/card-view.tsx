import type { ReactNode } from 'react'
import { saveAs } from '../files/save-as.ts'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Quoted } from '../parts/quoted.tsx'
import type { ShownCard } from './doctor-card.ts'
import { formatDay, formatTime, wayName } from './doctor-words.ts'
import { UseWay } from './use-way.tsx'
import { VerdictTable } from './verdict-table.tsx'
import { WayEvidence } from './way-evidence.tsx'

interface CardViewProps {
  readonly card: ShownCard
  /** How the model is spoken to now. */
  readonly inUse: string
  /** Absent: the card is about another model. */
  readonly onUse?: (choice: string) => void
  /** Absent: it is not kept. */
  readonly onRemove?: () => void
  readonly children: ReactNode
}

const fileName = ({ model }: ShownCard): string =>
  `${model.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 60) || 'model'}.doctor.json`

/** What a card says: the choice, the table, and the evidence behind each verdict. */
export function CardView({ card, inUse, onUse, onRemove, children }: CardViewProps) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const { requests, tokens, ms } = card.cost
  const took = { requests, tokens: tokens.toLocaleString(tag), time: formatTime(ms, words) }
  return (
    <>
      <p className="text-soft">{words.doctor.about({ model: card.model, date: formatDay(card.at, tag) })}</p>
      <Choice card={card} inUse={inUse} {...(onUse && { onUse })} />
      <VerdictTable ways={card.ways} />
      {card.left.length > 0 && (
        <p className="text-soft">{words.doctor.left({ ways: card.left.map((way) => wayName(way, words)).join(', ') })}</p>
      )}
      <p className="text-soft">{words.doctor.took(took)}</p>
      <p className={`rounded-lg px-3 py-2 text-[13px] ${card.holds ? 'bg-good-wash text-good' : 'bg-wait-wash text-wait'}`}>
        {words.said(card.replayed)}
      </p>
      {card.ways.map((way) => (
        <WayEvidence
          key={way.choice}
          way={way}
          {...(onUse && { onUse: () => onUse(way.choice) })}
          isUsed={inUse === way.choice}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        {children}
        <Button onClick={() => saveAs(fileName(card), card.text, 'application/json')}>{words.doctor.download}</Button>
        <CopyButton text={card.text} label={words.doctor.copy} />
        {onRemove && (
          <Button tone="danger" onClick={onRemove}>
            {words.doctor.remove}
          </Button>
        )}
      </div>
    </>
  )
}

function Choice({ card, inUse, onUse }: Pick<CardViewProps, 'card' | 'inUse' | 'onUse'>) {
  const words = useLateWords()
  const { choice, reason, thinks } = card
  const way = choice === undefined ? '' : wayName(choice, words)
  return (
    <section className="flex flex-wrap items-start gap-3 rounded-xl border border-line p-3">
      <div className="min-w-0 flex-1 basis-56">
        <h3 tabIndex={-1} data-doctor-focus="" className="text-base font-semibold outline-none">
          {choice === undefined ? words.doctor.nothing : words.doctor.recommended({ way })}
        </h3>
        <p role="status">
          <Quoted text={words.said(reason)} />
        </p>
        {thinks && <p className="text-soft">{words.doctor.thinks}</p>}
      </div>
      {choice !== undefined && onUse && <UseWay way={way} isUsed={inUse === choice} onUse={() => onUse(choice)} />}
    </section>
  )
}
