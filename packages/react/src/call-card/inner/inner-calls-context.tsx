import type { CallState, KnownCall, ThreadState } from '@parley/browser'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

const NONE: ReadonlyMap<string, readonly KnownCall[]> = new Map()
const InnerCallsContext = createContext(NONE)

const isInner = (call: CallState): call is KnownCall => call.stage !== 'streaming' && call.record.parent !== undefined

/** Around the cards of one conversation: each program finds what it called. */
export function InnerCallsProvider({ calls, children }: Pick<ThreadState, 'calls'> & { readonly children: ReactNode }) {
  const byProgram = useMemo(() => {
    const inner = [...calls.values()].filter(isInner)
    if (inner.length === 0) return NONE
    inner.sort((one, other) => one.record.createdAt - other.record.createdAt || one.record.position - other.record.position)
    return Map.groupBy(inner, ({ record }) => record.parent ?? '')
  }, [calls])
  return <InnerCallsContext value={byProgram}>{children}</InnerCallsContext>
}

/** What the program of this call has called, in the order called. */
export const useInnerCalls = (key: string): readonly KnownCall[] => useContext(InnerCallsContext).get(key) ?? []
