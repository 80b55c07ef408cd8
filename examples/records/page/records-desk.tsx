import { useChat } from '@ai-sdk/react'
import { useState } from 'react'
import { Board } from './board.tsx'
import { ChatPane } from './chat-pane.tsx'
import { openChat } from './open-chat.ts'
import type { RecordsApi } from './records-api.ts'
import { createKit } from './records-kit.ts'
import { useWords } from './use-words.tsx'

interface RecordsDeskProps {
  readonly api: RecordsApi
  readonly onLanguage: () => void
}

/** The chat and the board side by side; on a phone one of them at a time. */
export function RecordsDesk({ api, onLanguage }: RecordsDeskProps) {
  const words = useWords()
  const [kit] = useState(() => createKit(api))
  const [chat] = useState(() => openChat(api.send, kit.executor))
  const [side, setSide] = useState<'chat' | 'board'>('chat')
  const { messages, setMessages } = useChat({ chat })
  const reset = () => {
    void chat.stop()
    setMessages([])
  }
  return (
    <div className="flex h-dvh flex-col">
      <header className="flex items-center gap-2 border-b border-line px-4 py-2">
        <h1 className="min-w-0 flex-1 truncate font-semibold max-md:sr-only">{words.title}</h1>
        <div role="group" className="mr-auto flex rounded-lg border border-line md:hidden">
          {(['chat', 'board'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={side === each}
              onClick={() => setSide(each)}
              className="min-h-9 rounded-lg px-3 text-sm text-soft aria-pressed:bg-well aria-pressed:text-ink"
            >
              {each === 'chat' ? words.chat : words.board.title}
            </button>
          ))}
        </div>
        {messages.length > 0 && (
          <button type="button" onClick={reset} className="min-h-9 px-2 text-sm text-soft hover:text-ink">
            {words.newChat}
          </button>
        )}
        <button type="button" onClick={onLanguage} className="min-h-9 px-2 text-sm text-soft hover:text-ink">
          {words.other}
        </button>
      </header>
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] md:grid-cols-[1fr_22rem]">
        <main className={`min-h-0 ${side === 'chat' ? '' : 'max-md:hidden'}`}>
          <ChatPane chat={chat} kit={kit} />
        </main>
        <aside
          className={`min-h-0 overflow-y-auto border-line bg-well/40 md:border-l ${side === 'board' ? '' : 'max-md:hidden'}`}
        >
          <Board api={api} />
        </aside>
      </div>
    </div>
  )
}
