import { type Exchange, maskHeaders, redact, toCurl } from '@parley/browser'
import {
  browserJs,
  type ChatRequest,
  type Dialect,
  explainToolsets,
  lowerRequest,
  type Message,
  type ToolSpec,
  vfs,
} from '@parley/dialects'
import { type ReactNode, useMemo, useState } from 'react'
import { DiffView } from '../code/diff-view.tsx'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { useAllModels } from '../model/use-models.ts'
import { Button } from '../parts/button.tsx'
import { engineFacts } from './engine-facts.ts'
import { Raw } from './raw.tsx'
import { kindOf, prettyJson, requestOf } from './read-exchange.ts'
import { useSpokenDialect } from './use-spoken-dialect.ts'
import type { WireExchange } from './use-wire.ts'

interface RawViewProps {
  readonly exchange: Exchange
  readonly wire: readonly WireExchange[]
}

export function RequestView({ exchange, wire }: RawViewProps) {
  const words = useLateWords()
  const [copied, setCopied] = useState(false)
  const body = useMemo(() => prettyJson(exchange.request.body), [exchange.request.body])
  const copy = () => {
    navigator.clipboard
      .writeText(redact(toCurl({ ...exchange.request, url: new URL(exchange.request.url, location.href).href })))
      .then(
        () => setCopied(true),
        () => setCopied(false),
      )
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={copy}>{copied ? words.action.copied : words.inspector.copyCurl}</Button>
        <span className="text-xs text-faint">{words.inspector.masked}</span>
      </div>
      <Headers title={`${exchange.request.method} ${exchange.request.url}`} headers={exchange.request.headers} />
      {exchange.request.body !== '' && <Raw text={body} title={words.inspector.ours} language="json" />}
      {wire.length === 0 && <p className="text-xs text-faint">{words.inspector.notHeard}</p>}
      {wire.map((heard, index) => (
        <div key={index} className="space-y-3">
          <Headers title={`POST ${heard.url}`} headers={heard.headers} />
          <Raw text={prettyJson(redact(heard.body))} title={words.inspector.toVendor} language="json" />
        </div>
      ))}
    </div>
  )
}

export function ReplyView({ exchange, wire }: RawViewProps) {
  const words = useLateWords()
  const kind = kindOf(exchange)
  if (exchange.endedAt === undefined) return <p className="p-2 text-sm text-soft">{words.inspector.pending}</p>
  return (
    <div className="space-y-3">
      <Headers title={`${words.inspector.status} ${exchange.status ?? '–'}`} headers={exchange.headers ?? {}} />
      {exchange.fault && <p className="rounded-lg bg-bad-wash px-3 py-2 text-[13px] text-bad">{words.said(exchange.fault)}</p>}
      {exchange.reply === '' && kind !== 'answer' && <p className="text-xs text-faint">{words.inspector.notListened}</p>}
      {exchange.reply !== '' && <Raw text={redact(exchange.reply)} title={words.inspector.reply} language="text" />}
      {kind !== 'answer' && wire.length > 0 && <p className="text-xs text-faint">{words.inspector.wholeServer}</p>}
      {wire.map((heard, index) => (
        <div key={index} className="space-y-3">
          <Headers title={`${words.inspector.status} ${heard.status ?? '–'} · ${heard.url}`} headers={{}} />
          <EngineLine heard={heard} />
          <Raw text={redact(heard.reply)} title={words.inspector.fromVendor} language="text" />
        </div>
      ))}
    </div>
  )
}

/** How fast it was, where its engine tells. */
function EngineLine({ heard }: { readonly heard: WireExchange }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const facts = useMemo(() => engineFacts(heard), [heard])
  if (!facts) return null
  const amount = (count: number) => count.toLocaleString(tag, { maximumFractionDigits: 1 })
  const { written, read, cached, held } = facts
  return (
    <p data-testid="engine-facts" className="text-xs text-soft">
      {[
        words.inspector.wrote({ count: amount(written), speed: amount(facts.writtenPerSecond) }),
        words.inspector.readAt({ count: amount(read), speed: amount(facts.readPerSecond) }),
        words.inspector.cached({ count: amount(cached), total: amount(read + cached) }),
        held ? words.inspector.held : words.inspector.free,
      ].join(' · ')}
    </p>
  )
}

function Headers({ title, headers }: { readonly title: string; readonly headers: Readonly<Record<string, string>> }): ReactNode {
  return (
    <div className="font-mono text-xs">
      <p className="font-semibold break-all">{title}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {Object.entries(maskHeaders(headers)).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What this request says that the one before did not. */
export function DifferenceView({ exchange, before }: { readonly exchange: Exchange; readonly before: Exchange | undefined }) {
  const words = useLateWords()
  const [compact, setCompact] = useState(true)
  const [open, setOpen] = useState(false)
  const now = useMemo(() => prettyJson(exchange.request.body), [exchange.request.body])
  const former = useMemo(() => (before ? prettyJson(before.request.body) : undefined), [before])
  if (former === undefined) return <p className="p-2 text-sm text-soft">{words.inspector.firstRequest}</p>
  if (former === now) return <p className="p-2 text-sm text-soft">{words.inspector.noDifference}</p>
  return (
    <DiffView
      path={exchange.request.url}
      before={former}
      after={now}
      compact={compact}
      onToggleCompact={() => setCompact(!compact)}
      open={open}
      onOpen={() => setOpen(true)}
    />
  )
}

/** What the model itself is told: the lesson, the history in its dialect, results as the user's words. */
export function PromptView({ exchange }: { readonly exchange: Exchange }) {
  const words = useLateWords()
  const [models] = useAllModels('/api/models')
  const request = useMemo(() => requestOf(exchange), [exchange])
  const listed = models.kind === 'known' ? models.list.models.find((model) => model.id === request?.model) : undefined
  const dialect = useSpokenDialect(request?.dialect ?? listed?.dialect, listed?.own)
  const reasoningNote = listed?.reasoning ?? false
  const text = useMemo(
    () => (request && dialect !== 'elsewhere' ? promptOf(request, dialect, reasoningNote) : undefined),
    [request, dialect, reasoningNote],
  )
  if (text === undefined) return <p className="p-2 text-sm text-soft">{words.inspector.promptOnServer}</p>
  return <Raw text={text} title={words.inspector.told} language="markdown" />
}

/** The same pure functions that the server runs, so the text is the one the model read. */
function promptOf(request: ChatRequest, dialect: Dialect | 'native', reasoningNote: boolean): string {
  const explained = explainToolsets(request, [browserJs, vfs])
  return redact(
    (dialect === 'native' ? explained : lowerRequest(explained, dialect, { reasoningNote })).messages.map(sectionOf).join('\n\n'),
  )
}

function sectionOf({ role, parts }: Message): string {
  const said = parts.map((part) =>
    part.type === 'text' || part.type === 'reasoning' ? part.text : JSON.stringify(part, null, 2),
  )
  return `=== ${role.toUpperCase()} ===\n${said.join('\n')}`
}

/** The tools the model was told of, and how much of the request they take. */
export function ToolsView({ tools }: { readonly tools: readonly ToolSpec[] }) {
  const words = useLateWords()
  if (tools.length === 0) return <p className="p-2 text-sm text-soft">{words.inspector.noTools}</p>
  return (
    <ul className="space-y-4">
      {tools.map((tool) => {
        const text = JSON.stringify(tool.parameters, null, 2)
        return (
          <li key={tool.name} className="space-y-1">
            <p className="text-[13px]">
              <span className="font-mono font-semibold">{tool.name}</span>{' '}
              <span className="text-xs text-faint">
                {words.inspector.size({ characters: words.size(JSON.stringify(tool).length) })}
              </span>
            </p>
            <p lang="en" className="text-[13px] text-soft">
              {tool.description}
            </p>
            <Raw text={text} title={tool.name} language="json" />
          </li>
        )
      })}
    </ul>
  )
}
