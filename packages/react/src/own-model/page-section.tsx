import { idOfWeights, type LookedAtWeights, type PageModel, weightsOfServer } from '@parley/browser/page-model'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import type { HeldModel } from './engine-state.ts'
import { Row, Section } from './row.tsx'
import { Sure } from './sure.tsx'
import { type PageView, usePageModels } from './use-page-models.ts'

interface PageSectionProps {
  /** What lies on the disk of the server, and could be put into the page. */
  readonly onServer: readonly HeldModel[]
  readonly chosen: string | undefined
  readonly onUse: (id: string) => void
}

/** Models that run in this page: a file is copied into the browser, or the browser has one. */
export function PageSection({ onServer, chosen, onUse }: PageSectionProps) {
  const words = useLateWords()
  const view = usePageModels()
  const { state, problem } = view
  if (!state) return problem ? <Problem text={problem} /> : null
  const theirs = onServer.flatMap(({ id, bytes }) =>
    bytes === undefined || state.models.some((model) => model.id === idOfWeights(weightsOfServer(id, bytes)))
      ? []
      : [{ id, bytes }],
  )
  const where = state.gpu ? words.own.onCard : words.own.onProcessor({ most: state.mostMb })
  return (
    <Section title={words.model.inPage} hint={`${words.own.inPageHint} ${where}`}>
      <Problem text={problem} />
      <ul>
        {state.models.map((model) => (
          <Kept key={model.id} model={model} chosen={chosen} view={view} onUse={onUse} />
        ))}
        <BuiltIn view={view} />
        {theirs.map(({ id, bytes }) => (
          <OfServer key={id} id={id} bytes={bytes} view={view} />
        ))}
        <OpenFile view={view} isOurs={(file) => !theirs.some(({ id }) => file === weightsOfServer(id, 0).name)} />
      </ul>
    </Section>
  )
}

interface KeptProps extends Omit<PageSectionProps, 'onServer'> {
  readonly model: PageModel
  readonly view: PageView
}

function Kept({ model: { id, label, bytes, contextTokens = 0 }, chosen, view, onUse }: KeptProps) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [asks, setAsks] = useState(false)
  const name = words.said(label)
  const size = words.size(bytes ?? 0)
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

interface OfServerProps {
  readonly id: string
  readonly bytes: number
  readonly view: PageView
}

function OfServer({ id, bytes, view }: OfServerProps) {
  const words = useLateWords()
  const weights = weightsOfServer(id, bytes)
  const hint = words.own.ofServer({ size: words.size(bytes) })
  return (
    <Incoming title={<span translate="no">{id}</span>} hint={hint} view={view} isThis={(file) => file === weights.name}>
      <Button disabled={view.work !== undefined} onClick={() => view.look(weights)}>
        <Named shown={words.own.copy} spoken={words.own.copyThis({ model: id })} />
      </Button>
    </Incoming>
  )
}

interface OpenFileProps {
  readonly view: PageView
  /** Whether a file is of this computer, and not of the server. */
  readonly isOurs: (file: string) => boolean
}

function OpenFile({ view, isOurs }: OpenFileProps) {
  const words = useLateWords()
  const field = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file may be chosen again.
    target.value = ''
    if (file) view.look(file)
  }
  return (
    <Incoming title={words.own.fileKind} hint="" view={view} isThis={isOurs}>
      <input
        ref={field}
        type="file"
        accept=".gguf"
        onChange={take}
        aria-label={words.own.fileKind}
        className="sr-only"
        tabIndex={-1}
      />
      <Button disabled={view.work !== undefined} onClick={() => field.current?.click()}>
        {words.own.openFile}
      </Button>
    </Incoming>
  )
}

interface IncomingProps {
  readonly title: ReactNode
  readonly hint: string
  readonly view: PageView
  /** Whether what is under way is of this row. */
  readonly isThis: (file: string) => boolean
  /** What begins it. */
  readonly children: ReactNode
}

/** A file on its way into the browser: it is read, asked about, and copied. */
function Incoming({ title, hint, view, isThis, children }: IncomingProps) {
  const words = useLateWords()
  const work = view.work && view.work.kind !== 'built-in' && isThis(view.work.file) ? view.work : undefined
  const looked = view.looked && isThis(view.looked.file.name) ? view.looked : undefined
  return (
    <Row
      title={title}
      hint={work?.kind === 'reading' ? words.own.reading({ file: work.file }) : hint}
      stage={looked ? 'looked' : (work?.kind ?? '')}
      below={
        <>
          {work?.kind === 'copying' && (
            <>
              <ProgressBar label={words.own.copying({ model: work.model })} value={work.bytes} max={work.total} />
              <p className="text-[13px] text-soft">
                {words.own.progress({ bytes: words.size(work.bytes), total: words.size(work.total) })}
              </p>
            </>
          )}
          {looked && <Looked looked={looked.at} onYes={view.put} onNo={view.forget} />}
        </>
      }
    >
      {work?.kind === 'copying' ? (
        <Button tone="danger" onClick={view.stop}>
          <Named shown={words.own.cancel} spoken={words.own.cancelThis({ model: work.model })} />
        </Button>
      ) : (
        // The question has the same button.
        !looked && children
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
  const [size, free] = [words.size(model.bytes ?? 0), words.size(freeBytes)]
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
