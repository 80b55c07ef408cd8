import { useId, useState } from 'react'
import { formatDay } from '../doctor/doctor-words.ts'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { FIELD } from '../settings/setting-row.tsx'
import type { EngineState } from './engine-state.ts'
import { OfferRow } from './offer-row.tsx'
import { Section } from './row.tsx'
import type { EngineView } from './use-engine.ts'

interface OffersSectionProps {
  readonly state: EngineState
  readonly act: EngineView['act']
}

/** What can be downloaded: a short list with a date, and where from. */
export function OffersSection({ state, act }: OffersSectionProps) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [mirror, setMirror] = useState('')
  const field = useId()
  const left = state.offers.filter(({ id }) => !state.models.some((model) => model.id === id))
  return (
    <Section
      title={words.own.offers}
      hint={words.own.offersHint({ date: formatDay(state.seen, tag), memory: words.size(state.freeMemory) })}
    >
      <ul>
        {left.map((offer) => (
          <OfferRow
            key={offer.id}
            offer={offer}
            download={state.downloads.find(({ id }) => id === offer.id)}
            isSuggested={offer.id === state.suggested}
            mirror={mirror}
            usualMirror={state.mirror}
            act={act}
          />
        ))}
      </ul>
      <details className="mt-2">
        <summary className="parley-summary text-[13px] text-soft">{words.own.mirror}</summary>
        <label htmlFor={field} className="mt-2 mb-1 block text-[13px] text-soft">
          {words.own.mirrorHint}
        </label>
        <input
          id={field}
          type="url"
          value={mirror}
          placeholder={state.mirror}
          onChange={(event) => setMirror(event.target.value.trim())}
          className={`${FIELD} w-full`}
        />
      </details>
    </Section>
  )
}
