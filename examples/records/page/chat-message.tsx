import { isJsonObject } from '@parley/dialects'
import { ToolCallRenderer } from '@parley/react'
import { isUiToolPart, toToolOutput, type UiToolOutput, type UiToolPart } from '@parley/react/ai-sdk'
import type { UIMessage } from 'ai'
import Markdown from 'react-markdown'
import { RecordCard } from './record-card.tsx'
import type { RecordsKit } from './records-kit.ts'
import { ServerCall } from './server-call.tsx'
import { useWords } from './use-words.tsx'

interface ChatMessageProps {
  readonly message: UIMessage
  readonly kit: RecordsKit
  readonly onResult: (output: UiToolOutput) => void
}

export function ChatMessage({ message, kit, onResult }: ChatMessageProps) {
  const words = useWords()
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  if (message.role === 'user')
    return (
      <div className="flex justify-end">
        <h2 className="sr-only">{words.you}</h2>
        <p className="max-w-[85%] rounded-2xl bg-accent-wash px-4 py-2 whitespace-pre-wrap">{text}</p>
      </div>
    )
  return (
    <div className="space-y-3">
      <h2 className="sr-only">{words.assistant}</h2>
      {message.parts.map((part, index) => {
        if (part.type === 'text')
          return (
            <div key={index} className="prose space-y-2">
              <Markdown>{part.text}</Markdown>
            </div>
          )
        if (!isUiToolPart(part)) return null
        if (kit.executor.find(part.type.slice('tool-'.length)) === undefined) return <ServerCall key={index} part={part} />
        return <PageCall key={index} id={`${message.id}-${part.toolCallId}`} part={part} kit={kit} onResult={onResult} />
      })}
    </div>
  )
}

interface PageCallProps {
  readonly id: string
  readonly part: UiToolPart
  readonly kit: RecordsKit
  readonly onResult: (output: UiToolOutput) => void
}

/** A call of the page's own tool: it runs here while it has no output, and is drawn from its output afterwards. */
function PageCall({ id, part, kit, onResult }: PageCallProps) {
  const words = useWords()
  if (part.state === 'input-streaming') return <p className="animate-pulse text-soft">{words.record.preparing}</p>
  if (part.state === 'input-available')
    return <ToolCallRenderer id={id} part={part} {...kit} onResult={(result) => onResult(toToolOutput(result))} />
  return <SettledCall part={part} />
}

function SettledCall({ part }: { readonly part: UiToolPart }) {
  const failed = part.state !== 'output-available'
  return (
    <RecordCard
      args={isJsonObject(part.input) ? part.input : {}}
      state={failed ? 'error' : 'output-available'}
      result={{
        type: 'tool-result',
        callId: part.toolCallId,
        name: 'create-record',
        outcome: failed ? 'error' : 'ok',
        content: [{ type: 'text', text: part.errorText ?? '' }],
        ...(isJsonObject(part.output) && { data: part.output }),
      }}
      resume={async () => ({ ok: false, error: 'This call has its result already.' })}
    />
  )
}
