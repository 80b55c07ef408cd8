import { useChat } from '@ai-sdk/react'
import { createExecutor } from '@parley/browser'
import { ToolCallRenderer } from '@parley/react'
import { isUiToolPart, sendOnce, toRequestTools, toToolOutput } from '@parley/react/ai-sdk'
import { DefaultChatTransport } from 'ai'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ColourForm } from './colour-form.tsx'
import { keepMessages, readMessages } from './kept-messages.ts'
import { notePolicy, noteStorage, noteTools } from './note-tools.ts'

// #region app
const executor = createExecutor(noteTools)
const forms = new Map([['pick_colour', ColourForm]])
const transport = new DefaultChatTransport({
  api: '/api/chat',
  headers: { authorization: 'Bearer open-sesame' },
  body: { tools: toRequestTools(executor.specs) },
})
const sendAutomaticallyWhen = sendOnce()

function App() {
  const chat = useChat({ transport, sendAutomaticallyWhen, messages: readMessages() })
  useEffect(() => keepMessages(chat.messages), [chat.messages])
  return (
    <>
      {chat.messages.map((message) => (
        <article key={message.id} data-testid="message">
          {message.parts.map((part, index) => {
            if (part.type === 'text') return <p key={index}>{part.text}</p>
            if (!isUiToolPart(part)) return null
            return (
              <ToolCallRenderer
                key={part.toolCallId}
                id={`${message.id}-${part.toolCallId}`}
                part={part}
                executor={executor}
                forms={forms}
                policy={notePolicy}
                storage={noteStorage}
                complete={chat.status !== 'streaming' || message !== chat.messages.at(-1)}
                untold
                onResult={(result) => void chat.addToolOutput(toToolOutput(result))}
                onApproval={(response) => chat.addToolApprovalResponse(response)}
              />
            )
          })}
        </article>
      ))}
      <Composer onSend={(text) => void chat.sendMessage({ text })} />
    </>
  )
}
// #endregion

function Composer({ onSend }: { readonly onSend: (text: string) => void }) {
  const [text, setText] = useState('')
  const send = () => {
    onSend(text)
    setText('')
  }
  return (
    <>
      <textarea aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={send}>
        Send
      </button>
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
