import { type Exchange, maskHeaders, redact, toCurl } from '@parley/browser'
import { type ReactNode, useMemo, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Raw } from './raw.tsx'
import { kindOf, prettyJson } from './read-exchange.ts'
import type { WireExchange } from './use-wire.ts'

interface RawViewProps {
  readonly exchange: Exchange
  readonly wire: readonly WireExchange[]
}

export function RequestView({ exchange, wire }: RawViewProps) {
  const words = useWords()
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
  const words = useWords()
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
          <Raw text={redact(heard.reply)} title={words.inspector.fromVendor} language="text" />
        </div>
      ))}
    </div>
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
