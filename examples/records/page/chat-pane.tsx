import { type Chat, useChat } from '@ai-sdk/react'
import type { UIMessage } from 'ai'
import { useEffect } from 'react'
import { ChatMessage } from './chat-message.tsx'
import { isUnanswered, isWaiting } from './chat-state.ts'
import { Composer } from './composer.tsx'
import { keepMessages } from './kept-messages.ts'
import { problemOf } from './records-api.ts'
import type { RecordsKit } from './records-kit.ts'
import { useWords } from './use-words.tsx'

interface ChatPaneProps {
  readonly chat: Chat<UIMessage>
  readonly kit: RecordsKit
}

/** The thread, what went wrong with it, and where the user writes. */
export function ChatPane({ chat, kit }: ChatPaneProps) {
  const words = useWords()
  const { messages, status, error, sendMessage, stop, addToolOutput } = useChat({ chat })
  useEffect(() => keepMessages(sessionStorage, messages), [messages])
  const isBusy = status === 'submitted' || status === 'streaming'
  const problem = error ? problemOf(error, words.unreachable) : !isBusy && isUnanswered(messages) ? words.unanswered : undefined
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto">
        <div className="mx-auto w-full max-w-2xl flex-1 space-y-5 px-4 py-6" role="log" aria-live="polite">
          {messages.length === 0 && <Welcome onPick={(text) => void sendMessage({ text })} />}
          {messages.map((message) => (
            <ChatMessage key={message.id} message={message} kit={kit} onResult={(output) => void addToolOutput(output)} />
          ))}
          {status === 'submitted' && <p className="animate-pulse text-soft">{words.thinking}</p>}
          {problem !== undefined && <Problem text={problem} onRetry={() => void sendMessage()} />}
        </div>
      </div>
      <Composer
        busy={isBusy}
        held={isWaiting(messages)}
        onSend={(text) => void sendMessage({ text })}
        onStop={() => void stop()}
      />
    </div>
  )
}

function Welcome({ onPick }: { readonly onPick: (text: string) => void }) {
  const words = useWords()
  return (
    <div className="py-8">
      <h2 className="text-2xl font-semibold tracking-tight">{words.welcome.title}</h2>
      <p className="mt-2 text-soft">{words.welcome.text}</p>
      <ul className="mt-6 divide-y divide-line border-y border-line">
        {words.welcome.examples.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => onPick(example)} className="min-h-12 w-full py-2 text-left hover:text-accent">
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Problem({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const words = useWords()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-bad/40 bg-bad-wash px-4 py-3 text-sm text-bad"
    >
      <span className="min-w-0 flex-1 basis-52">{text}</span>
      <button type="button" onClick={onRetry} className="min-h-9 rounded-lg border border-bad/40 px-3">
        {words.retry}
      </button>
    </div>
  )
}
