import type { Conversation, ThreadState } from '@parley/browser'
import type { FileSystem } from '@parley/browser/files'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { AnswerFilesContext } from '../markdown/paths/answer-files.tsx'

/** What stays the same while a thread is open. */
export interface OpenThread {
  readonly conversation: Conversation
  /** The files that go back with a message. Absent: only the conversation does. */
  readonly files?: FileSystem
}

const ThreadContext = createContext<OpenThread | undefined>(undefined)
const StateContext = createContext<ThreadState | undefined>(undefined)

interface OpenThreadProviderProps extends OpenThread {
  readonly state: ThreadState
  readonly children: ReactNode
}

/** Two contexts, because the state changes with every streamed piece and most of the page has nothing to do with it. */
export function OpenThreadProvider({ conversation, files, state, children }: OpenThreadProviderProps) {
  const thread = useMemo(() => ({ conversation, ...(files && { files }) }), [conversation, files])
  const spoken = useMemo(() => ({ folder: '', ...(files && { files }) }), [files])
  return (
    <ThreadContext value={thread}>
      <AnswerFilesContext value={spoken}>
        <StateContext value={state}>{children}</StateContext>
      </AnswerFilesContext>
    </ThreadContext>
  )
}

function inside<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('This must be inside a Thread.')
  return value
}

export const useOpenThread = (): OpenThread => inside(useContext(ThreadContext))

export const useOpenState = (): ThreadState => inside(useContext(StateContext))
