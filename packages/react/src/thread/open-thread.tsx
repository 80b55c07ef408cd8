import type { Conversation, FileSystem, ThreadState } from '@parley/browser'
import { createContext, type ReactNode, useContext } from 'react'

export interface OpenThread {
  readonly conversation: Conversation
  readonly state: ThreadState
  /** The files that go back with a message. Absent: only the conversation does. */
  readonly files?: FileSystem
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
