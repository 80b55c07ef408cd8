import { useState } from 'react'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { beginDownload, cancelDownload, lookAt, pauseDownload } from './engine-client.ts'
import type { Download, LookedAt, OfferedWeights } from './engine-state.ts'
import { Row } from './row.tsx'
import { Sure } from './sure.tsx'
import type { EngineView } from './use-engine.ts'

interface OfferRowProps {
  readonly offer: OfferedWeights
  /** Absent: it was never begun. */
  readonly download: Download | undefined
  readonly isSuggested: boolean
  /** Where it is fetched from; empty: from the usual place. */
  readonly mirror: string
  readonly usualMirror: string
  readonly act: EngineView['act']
}

/** A model that can be had: asked about, fetched, paused, cancelled. */
export function OfferRow({ offer, download, isSuggested, mirror, usualMirror, act }: OfferRowProps) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [look, setLook] = useState<LookedAt | 'asking'>()
  const { id, title } = offer
  const ask = () => {
    setLook('asking')
    act(async () => {
      try {
        setLook(await lookAt(id, mirror))
      } catch (error) {
        setLook(undefined)
        throw error
      }
    })
  }
  const begin = () => {
    setLook(undefined)
    act(() => beginDownload(id, mirror))
  }
  return (
    <Row
      title={
        <>
          <span translate="no">{title}</span> <Fit offer={offer} isSuggested={isSuggested} />
        </>
      }
      hint={[
        words.own.facts({
          size: `${offer.gigabytes.toLocaleString(tag)} GB`,
          memory: offer.memoryGb,
          licence: offer.licence,
          source: offer.repo,
        }),
        languagesOf(offer, words, tag),
      ].join(' · ')}
      stage={download ? 'begun' : look === undefined ? '' : 'looked'}
      below={
        <>
          {download && <Progress title={title} download={download} />}
          {typeof look === 'object' && !download && (
            <Looked look={look} licence={offer.licence} onYes={begin} onNo={() => setLook(undefined)} />
          )}
        </>
      }
    >
      {look === 'asking' && (
        <span role="status" className="text-[13px] text-soft">
          {words.own.asking({ host: hostOf(mirror === '' ? usualMirror : mirror) })}
        </span>
      )}
      {!download && look === undefined && (
        <Button tone={isSuggested ? 'primary' : 'plain'} onClick={ask}>
          <Named shown={words.own.get} spoken={words.own.getThis({ model: title })} />
        </Button>
      )}
      {download && <Controls title={title} download={download} onGoOn={begin} act={act} />}
    </Row>
  )
}

function Fit({ offer, isSuggested }: Pick<OfferRowProps, 'offer' | 'isSuggested'>) {
  const words = useLateWords()
  if (!offer.fits) return <span className="text-xs font-normal text-wait">{words.own.tooLarge}</span>
  return isSuggested ? <span className="text-xs font-normal text-good">{words.own.suits}</span> : null
}

function languagesOf({ languages, otherLanguages }: OfferedWeights, words: LateWords, tag: string): string {
  const names = new Intl.DisplayNames(tag, { type: 'language' })
  const listed = languages.map((language) => names.of(language) ?? language).join(', ')
  return otherLanguages > 0 ? words.own.languages({ names: listed, others: otherLanguages }) : listed
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)

interface LookedProps {
  readonly look: LookedAt
  readonly licence: string
  readonly onYes: () => void
  readonly onNo: () => void
}

function Looked({ look, licence, onYes, onNo }: LookedProps) {
  const words = useLateWords()
  const [size, free] = [words.size(look.bytes), words.size(look.freeBytes)]
  const fits = look.bytes < look.freeBytes
  return (
    <Sure yes={words.own.begin({ size })} no={words.own.no} onYes={fits ? onYes : undefined} onNo={onNo}>
      <p>{fits ? words.own.sure({ size, host: hostOf(look.mirror), licence, free }) : words.own.noRoom({ size, free })}</p>
      <p className="text-faint">
        {words.own.checksum} <code>{look.sha256}</code>
      </p>
    </Sure>
  )
}

function Progress({
  title,
  download: { state, bytes, total, problem },
}: {
  readonly title: string
  readonly download: Download
}) {
  const words = useLateWords()
  const far = total === undefined ? '' : words.own.progress({ bytes: words.size(bytes), total: words.size(total) })
  const isWhole = total !== undefined && bytes >= total
  return (
    <div className="space-y-1 text-[13px] text-soft">
      {total !== undefined && <ProgressBar label={words.own.downloading({ model: title })} value={bytes} max={total} />}
      <p>{state === 'paused' ? words.own.paused({ bytes: far || words.size(bytes) }) : isWhole ? words.own.checking : far}</p>
      <Problem text={problem} />
    </div>
  )
}

interface ControlsProps extends Pick<OfferRowProps, 'act'> {
  readonly title: string
  readonly download: Download
  readonly onGoOn: () => void
}

function Controls({ title: model, download: { id, state }, onGoOn, act }: ControlsProps) {
  const words = useLateWords()
  const isPaused = state === 'paused'
  return (
    <>
      <Button onClick={() => (isPaused ? onGoOn() : act(() => pauseDownload(id)))}>
        {isPaused ? (
          <Named shown={words.own.goOn} spoken={words.own.goOnThis({ model })} />
        ) : (
          <Named shown={words.own.pause} spoken={words.own.pauseThis({ model })} />
        )}
      </Button>
      <Button tone="danger" onClick={() => act(() => cancelDownload(id))}>
        <Named shown={words.own.cancel} spoken={words.own.cancelThis({ model })} />
      </Button>
    </>
  )
}
