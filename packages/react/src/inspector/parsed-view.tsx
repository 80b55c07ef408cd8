import type { Exchange } from '@parley/browser'
import type { SpokenPart } from '@parley/dialects'
import { useMemo } from 'react'
import { Characters } from '../code/characters.tsx'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { brokenSentence, flawSentence } from '../language/sentences.ts'
import { parsedReply } from './read-exchange.ts'

const COLOURS: { readonly [Type in SpokenPart['type']]: string } = {
  text: 'border-line-strong',
  reasoning: 'border-line',
  'tool-call': 'border-good',
  'broken-call': 'border-bad',
}

/** Which span of the reply was read as what, by which dialect, and what had to be mended. */
export function ParsedView({ exchange }: { readonly exchange: Exchange }) {
  const words = useLateWords()
  const parts = useMemo(() => parsedReply(exchange), [exchange])
  if (exchange.endedAt === undefined) return <p className="p-2 text-sm text-soft">{words.inspector.pending}</p>
  if (parts.length === 0) return <p className="p-2 text-sm text-soft">{words.inspector.noAnswer}</p>
  return <PartList parts={parts} />
}

export function PartList({ parts }: { readonly parts: readonly SpokenPart[] }) {
  const words = useLateWords()
  return (
    <ol className="space-y-3">
      {parts.map((part, index) => (
        <li key={index} className={`border-l-3 pl-3 ${COLOURS[part.type]}`}>
          <p className="text-xs">
            <span className="font-semibold">{words.inspector.kind[part.type]}</span>{' '}
            <span className="text-faint">{ruleOf(part, words)}</span>
          </p>
          <pre
            tabIndex={0}
            className="mt-1 max-h-60 overflow-auto font-mono text-xs leading-relaxed break-words whitespace-pre-wrap"
          >
            <Characters text={spanOf(part)} />
          </pre>
          <Notes part={part} />
        </li>
      ))}
    </ol>
  )
}

function ruleOf(part: SpokenPart, words: LateWords): string {
  if (part.type !== 'tool-call' && part.type !== 'broken-call') return ''
  return part.dialect === undefined ? words.inspector.native : words.inspector.readBy({ dialect: part.dialect })
}

function spanOf(part: SpokenPart): string {
  if (part.type === 'text' || part.type === 'reasoning') return part.text
  if (part.type === 'broken-call') return part.source
  return part.source ?? `${part.name}(${JSON.stringify(part.input, null, 2)})`
}

function Notes({ part }: { readonly part: SpokenPart }) {
  const words = useLateWords()
  if (part.type === 'broken-call') return <p className="mt-1 text-xs text-bad">{words.said(brokenSentence(part))}</p>
  if (part.type !== 'tool-call') return null
  return (
    <div className="mt-1 text-xs text-soft">
      {part.source !== undefined && (
        <p className="font-mono">
          → {part.name}({Object.keys(part.input).join(', ')})
        </p>
      )}
      {part.flaws?.map((flaw) => (
        <p key={flaw.id} className="text-wait">
          {words.said(flawSentence(flaw))}
        </p>
      ))}
    </div>
  )
}
