import { type Exchange, redact } from '@parley/browser'
import { browserJs, type ChatRequest, type Dialect, explainToolsets, lowerRequest, type Message, vfs } from '@parley/dialects'
import { useMemo } from 'react'
import { useWords } from '../language/words.tsx'
import { useModels } from '../model/use-models.ts'
import { Raw } from './raw.tsx'
import { requestOf } from './read-exchange.ts'
import { useSpokenDialect } from './use-spoken-dialect.ts'

/** What the model itself is told: the lesson, the history in its dialect, results as the user's words. */
export function PromptView({ exchange }: { readonly exchange: Exchange }) {
  const words = useWords()
  const [models] = useModels('/api/models')
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
