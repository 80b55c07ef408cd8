import { useState } from 'react'
import { Raw } from '../inspector/raw.tsx'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { Quoted } from '../parts/quoted.tsx'
import type { Piece, ShownProbe, ShownWay } from './doctor-card.ts'
import { wayName, wordIn } from './doctor-words.ts'
import { UseWay } from './use-way.tsx'
import { WayName } from './way-name.tsx'

interface WayEvidenceProps {
  readonly way: ShownWay
  readonly isUsed: boolean
  /** Absent: the card is about another model. */
  readonly onUse?: () => void
}

/** One way: what was not right, and under each question what was sent and what came. */
export function WayEvidence({ way, isUsed, onUse }: WayEvidenceProps) {
  const words = useLateWords()
  const works = way.right > 0
  return (
    <section aria-label={wayName(way.choice, words)} className="rounded-xl border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-48 font-medium">
          <WayName choice={way.choice} />{' '}
          <span className="font-normal text-soft">
            – {words.doctor.because({ why: wordIn(words.doctor.why, way.why), score: words.doctor.score(way) })}
          </span>
        </h3>
        {works && onUse && <UseWay way={wayName(way.choice, words)} isUsed={isUsed} onUse={onUse} />}
      </div>
      {way.ended !== 'done' && <p className="text-soft">{wordIn(words.doctor.ended, way.ended)}</p>}
      {way.remarks.map((remark) => (
        <p key={remark.message}>{words.said(remark)}</p>
      ))}
      <ul className="mt-2 space-y-1">
        {way.probes.map((probe) => (
          <li key={probe.question}>
            <Probe probe={probe} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Probe({ probe }: { readonly probe: ShownProbe }) {
  const words = useLateWords()
  // Texts are drawn when somebody looks: a card holds more of them than a page should.
  const [open, setOpen] = useState(false)
  const found = probe.found.map((one) => words.said(one).replace(/[.。]$/, ''))
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="parley-summary min-h-8 py-1 pointer-coarse:min-h-11">
        {words.doctor.line({
          question: wordIn(words.doctor.question, probe.question),
          verdict: wordIn(words.doctor.verdict, probe.right),
        })}
        {found.length > 0 && (
          <span className="text-soft">
            {' – '}
            <Quoted text={found.join(words.doctor.between)} />
          </span>
        )}
      </summary>
      {open && <Evidence probe={probe} />}
    </details>
  )
}

function Evidence({ probe }: { readonly probe: ShownProbe }) {
  const words = useLateWords()
  const came = [...probe.came, ...(probe.problem === '' ? [] : [{ kind: 'problem', text: probe.problem }])]
  return (
    <div className="space-y-2 pb-2 pl-4">
      {probe.sent.map((piece, at) => (
        <Raw
          key={at}
          text={piece.text}
          title={words.doctor.sent({ what: wordIn(words.doctor.role, piece.kind) })}
          language="text"
        />
      ))}
      {came.length === 0 && <p className="text-soft">{words.doctor.nothingCame}</p>}
      {came.map((piece, at) => (
        <Raw key={at} text={piece.text} title={titleOf(piece, words)} language="text" />
      ))}
    </div>
  )
}

function titleOf({ kind, name = '' }: Piece, words: LateWords): string {
  const { doctor } = words
  return doctor.came({ what: kind === 'tool-call' ? doctor.call({ name }) : wordIn(doctor.part, kind) })
}
