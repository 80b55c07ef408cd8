import { Chat } from '@ai-sdk/react'
import type { Executor } from '@parley/browser'
import { sendOnce, toRequestTools } from '@parley/react/ai-sdk'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { readMessages } from './kept-messages.ts'

const SYSTEM =
  '你是计件记录助手。You help to keep piece-work records. Create a record only with create-record, answer questions about records only from query-records and get-stats, and answer in the language of the user.'

/** The AI SDK's chat against our `/api/chat`: with the token, the page's tools, and each result sent once. */
export function openChat(send: typeof fetch, executor: Executor): Chat<UIMessage> {
  return new Chat({
    messages: readMessages(sessionStorage),
    transport: new DefaultChatTransport({
      api: '/api/chat',
      fetch: send,
      body: { tools: toRequestTools(executor.specs), system: SYSTEM },
    }),
    sendAutomaticallyWhen: sendOnce(),
  })
}
