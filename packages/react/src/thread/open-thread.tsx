import type { Conversation, ThreadState } from '@parley/browser'
import { createContext, type ReactNode, useContext } from 'react'

export interface OpenThread {
  readonly conversation: Conversation
  readonly state: ThreadState
}

const ThreadContext = createContext<OpenThread | undefined>(undefined)

export function OpenThreadProvider({ value, children }: { readonly value: OpenThread; readonly children: ReactNode }) {
  return <ThreadContext value={value}>{children}</ThreadContext>
}

export function useOpenThread(): OpenThread {
  const thread = useContext(ThreadContext)
  if (!thread) throw new Error('This must be inside a Thread.')
  return thread
}
