import { AssistantChatTransport, useAISDKChat, useChatRuntime } from '@assistant-ui/ai-sdk'
import {
  AssistantRuntimeProvider,
  AuiConfig,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  Tools,
} from '@assistant-ui/react'
import { sendOnce } from '@parley/react/ai-sdk'
import { toToolkit } from '@parley/react/assistant-ui'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { ColourForm } from './colour-form.tsx'
import { keepMessages, readMessages } from './kept-messages.ts'
import { notePolicy, noteStorage, noteTools } from './note-tools.ts'

// #region app
const toolkit = toToolkit({
  tools: noteTools,
  backend: ['archive_notes'],
  forms: new Map([['pick_colour', ColourForm]]),
  policy: notePolicy,
  storage: noteStorage,
})
const config = AuiConfig({ tools: Tools({ toolkit }) })
const transport = new AssistantChatTransport({ api: '/api/chat', headers: { authorization: 'Bearer open-sesame' } })
const sendAutomaticallyWhen = sendOnce()

function App() {
  const runtime = useChatRuntime({ transport, sendAutomaticallyWhen, messages: readMessages() })
  return (
    <AssistantRuntimeProvider runtime={runtime} config={config}>
      <KeepMessages />
      <Thread />
    </AssistantRuntimeProvider>
  )
}
// #endregion

function KeepMessages() {
  const messages = useAISDKChat()?.messages
  useEffect(() => {
    if (messages && messages.length > 0) keepMessages(messages)
  }, [messages])
  return null
}

function Thread() {
  return (
    <ThreadPrimitive.Root>
      <ThreadPrimitive.Viewport>
        <ThreadPrimitive.Messages>{() => <Message />}</ThreadPrimitive.Messages>
      </ThreadPrimitive.Viewport>
      <ComposerPrimitive.Root>
        <ComposerPrimitive.Input aria-label="Message" />
        <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
      </ComposerPrimitive.Root>
    </ThreadPrimitive.Root>
  )
}

function Message() {
  return (
    <MessagePrimitive.Root data-testid="message">
      <MessagePrimitive.Parts>
        {({ part }) => {
          if (part.type === 'text') return <p>{part.text}</p>
          return part.type === 'tool-call' ? part.toolUI : null
        }}
      </MessagePrimitive.Parts>
      <MessagePrimitive.Error />
    </MessagePrimitive.Root>
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
