import type { Exchange } from '@parley/browser'
import { type Message, plainText } from '@parley/dialects'
import { use, useMemo } from 'react'
import { Characters } from '../code/code-view.tsx'
import { loadCatalog } from '../lab/load-catalog.ts'
import { useWords } from '../language/words.tsx'
import { useModels } from '../model/use-models.ts'
import { requestOf } from './read-exchange.ts'

const textOf = (message: Message): string =>
  message.parts
    .map((part) =>
      part.type === 'text' || part.type === 'reasoning'
        ? part.text
        : part.type === 'tool-result'
          ? plainText(part)
          : `[${part.type}]`,
    )
    .join('\n')

/** The same request as the model reads it: tools taught in its dialect, results spoken by the user. */
export function ModelView({ exchange }: { readonly exchange: Exchange }) {
  const words = useWords()
  const { findDialect, lowerRequest } = use(loadCatalog())
  const [models] = useModels('/api/models')
  const request = useMemo(() => requestOf(exchange), [exchange])
  const listed = models.kind === 'known' ? models.list.models.find((model) => model.id === request?.model) : undefined
  const dialect = findDialect(request?.dialect ?? listed?.dialect ?? '')
  if (!request) return null
  const messages = dialect ? lowerRequest(request, dialect).messages : request.messages
  return (
    <div className="space-y-3">
      <p className="text-xs text-faint">{dialect ? dialect.title : words.inspector.native}</p>
      {messages.map((message, index) => (
        <div key={index} className="border-l-3 border-line pl-3">
          <p className="text-xs font-semibold">{message.role}</p>
          <pre
            tabIndex={0}
            className="mt-1 max-h-80 overflow-auto font-mono text-xs leading-relaxed break-words whitespace-pre-wrap"
          >
            <Characters text={textOf(message)} />
          </pre>
        </div>
      ))}
    </div>
  )
}
