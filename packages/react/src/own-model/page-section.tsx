import type { LookedAtWeights, PageModel } from '@parley/browser/page-model'
import { type ChangeEvent, useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { formatSize } from '../parts/format-size.ts'
import { Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { Row, Section } from './row.tsx'
import { Sure } from './sure.tsx'
import { type PageView, usePageModels } from './use-page-models.ts'

interface PageSectionProps {
  readonly chosen: string | undefined
  readonly onUse: (id: string) => void
}

/** Models that run in this page: a file is copied into the browser, or the browser has one. */
export function PageSection({ chosen, onUse }: PageSectionProps) {
  const words = useLateWords()
  const view = usePageModels()
  const { state, problem } = view
  if (!state) return problem ? <Problem text={problem} /> : null
  const where = state.gpu ? words.own.onCard : words.own.onProcessor({ most: state.mostMb })
  return (
    <Section title={words.model.inPage} hint={`${words.own.inPageHint} ${where}`}>
      <Problem text={problem} />
      <ul>
        {state.models.map((model) => (
          <Kept key={model.id} model={model} chosen={chosen} view={view} onUse={onUse} />
        ))}
        <BuiltIn view={view} />
        <OpenFile view={view} />
      </ul>
    </Section>
  )
}

interface KeptProps extends PageSectionProps {
  readonly model: PageModel
  readonly view: PageView
}

function Kept({ model: { id, label, bytes, contextTokens = 0 }, chosen, view, onUse }: KeptProps) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [asks, setAsks] = useState(false)
  const name = words.said(label)
  const size = formatSize(bytes ?? 0)
  const remove = () => {
    setAsks(false)
    view.act((models) => models.remove(id))
  }
  return (
    <Row
      title={<span translate="no">{name}</span>}
      hint={
        bytes === undefined ? words.own.builtInThere : words.own.inPageFacts({ size, context: contextTokens.toLocaleString(tag) })
      }
      stage={`${asks} ${chosen === id}`}
      below={
        asks && (
          <Sure yes={words.own.remove} no={words.own.keep} tone="danger" onYes={remove} onNo={() => setAsks(false)}>
            {words.own.removeFromPage({ model: name, size })}
          </Sure>
        )
      }
    >
      {chosen === id ? (
        <span className="text-[13px] text-good">{words.own.inUse}</span>
      ) : (
        <Button tone="primary" onClick={() => onUse(id)}>
          <Named shown={words.own.use} spoken={words.own.takeThis({ model: name })} />
        </Button>
      )}
      {bytes !== undefined && !asks && (
        <Button onClick={() => setAsks(true)}>
          <Named shown={words.own.remove} spoken={words.own.removeThis({ model: name })} />
        </Button>
      )}
    </Row>
  )
}

/** Asked for first: what the browser would fetch is large, and not ours. */
function BuiltIn({ view: { state, work, act, stop } }: { readonly view: PageView }) {
  const words = useLateWords()
  const isComing = work?.kind === 'built-in'
  if (!state || state.builtIn === 'unavailable' || state.builtIn === 'available') return null
  const fetchIt = () => act((models, step) => models.fetchBuiltIn((part) => step({ kind: 'built-in', part }), step.signal))
  return (
    <Row
      title={words.said(state.builtInLabel)}
      hint={words.own.builtInOffer}
      stage={String(isComing)}
      below={isComing && <ProgressBar label={words.own.builtInComing} value={work.part} max={1} />}
    >
      {isComing ? (
        <Button tone="danger" onClick={stop}>
          {words.own.cancel}
        </Button>
      ) : (
        <Button onClick={fetchIt}>{words.own.builtInGet}</Button>
      )}
    </Row>
  )
}

function OpenFile({ view }: { readonly view: PageView }) {
  const words = useLateWords()
  const field = useRef<HTMLInputElement>(null)
  const { looked, work, stop } = view
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file may be chosen again.
    target.value = ''
    if (file) view.look(file)
  }
  return (
    <Row
      title={words.own.fileKind}
      hint={work?.kind === 'reading' ? words.own.reading({ file: work.file }) : ''}
      stage={looked ? 'looked' : (work?.kind ?? '')}
      below={
        <>
          {work?.kind === 'copying' && (
            <>
              <ProgressBar label={words.own.copying({ model: work.model })} value={work.bytes} max={work.total} />
              <p className="text-[13px] text-soft">
                {words.own.progress({ bytes: formatSize(work.bytes), total: formatSize(work.total) })}
              </p>
            </>
          )}
          {looked && <Looked looked={looked.at} onYes={view.put} onNo={view.forget} />}
        </>
      }
    >
      <input
        ref={field}
        type="file"
        accept=".gguf"
        onChange={take}
        aria-label={words.own.fileKind}
        className="sr-only"
        tabIndex={-1}
      />
      {work?.kind === 'copying' ? (
        <Button tone="danger" onClick={stop}>
          <Named shown={words.own.cancel} spoken={words.own.cancelThis({ model: work.model })} />
        </Button>
      ) : (
        <Button onClick={() => field.current?.click()}>{words.own.openFile}</Button>
      )}
    </Row>
  )
}

interface LookedProps {
  readonly looked: LookedAtWeights
  readonly onYes: () => void
  readonly onNo: () => void
}

function Looked({ looked: { model, plan, freeBytes }, onYes, onNo }: LookedProps) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [size, free] = [formatSize(model.bytes ?? 0), formatSize(freeBytes)]
  const context = plan.contextTokens.toLocaleString(tag)
  return (
    <Sure yes={words.own.copy} no={words.own.no} onYes={onYes} onNo={onNo}>
      <p className="font-medium" translate="no">
        {model.label.message}
      </p>
      <p>{words.own.copySure({ size, free, context, dialect: model.dialect })}</p>
    </Sure>
  )
}
