'use client'

import { useChat } from '@ai-sdk/react'
import { createExecutor } from '@parley/browser'
import { ToolCallRenderer } from '@parley/react'
import { isUiToolPart, sendOnce, toRequestTools, toToolOutput } from '@parley/react/ai-sdk'
import { DefaultChatTransport } from 'ai'
import { useState } from 'react'
import { paintPage } from './paint-page.ts'

const executor = createExecutor([paintPage])
const transport = new DefaultChatTransport({ api: '/api/chat', body: { tools: toRequestTools(executor.specs) } })
const sendAutomaticallyWhen = sendOnce()

export function Chat() {
  const chat = useChat({ transport, sendAutomaticallyWhen })
  return (
    <main style={{ display: 'grid', gap: '1rem', maxWidth: '42rem', margin: '2rem auto' }}>
      {chat.messages.map((message) => (
        <article key={message.id} style={{ display: 'grid', gap: '0.75rem' }}>
          {message.parts.map((part, index) => {
            if (part.type === 'text') return <p key={index}>{part.text}</p>
            if (!isUiToolPart(part)) return null
            return (
              <ToolCallRenderer
                key={part.toolCallId}
                id={`${message.id}-${part.toolCallId}`}
                part={part}
                executor={executor}
                complete={chat.status !== 'streaming' || message !== chat.messages.at(-1)}
                onResult={(result) => void chat.addToolOutput(toToolOutput(result))}
                onApproval={(response) => chat.addToolApprovalResponse(response)}
              />
            )
          })}
        </article>
      ))}
      {chat.error && <p role="alert">{chat.error.message}</p>}
      <Composer onSend={(text) => void chat.sendMessage({ text })} />
    </main>
  )
}

function Composer({ onSend }: { readonly onSend: (text: string) => void }) {
  const [text, setText] = useState('Call the tool paint_page with {"colour": "lightyellow"}')
  return (
    <form
      style={{ display: 'flex', gap: '0.5rem' }}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text)
        setText('')
      }}
    >
      <input
        aria-label="Message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        style={{ flex: 1, border: '1px solid', padding: '0.4rem' }}
      />
      <button type="submit" style={{ border: '1px solid', padding: '0.4rem 0.8rem' }}>
        Send
      </button>
    </form>
  )
}
