import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import type { MarkedLines } from '../../code/code-lines.tsx'

export const SIDE_TABS = ['preview', 'files', 'changes', 'inspector'] as const
export type SideTab = (typeof SIDE_TABS)[number]
export type InspectorView = 'conversation' | 'gateway' | 'lab' | 'timeline'

/** What the side shows. What a tab was last asked for stays, for whoever comes back to it. */
export interface SidePlace {
  readonly tab: SideTab
  /** Of the preview: the file that is shown. */
  readonly path?: string
  /** And the lines of it that somebody was led to: then its source is shown. */
  readonly lines?: MarkedLines | undefined
  /** Of the changes: the key of one of the calls whose turn is reviewed. */
  readonly turn?: string
  readonly view?: InspectorView
}

export interface Side {
  /** Absent: it is closed. */
  readonly place: SidePlace | undefined
  /** Opens it, or goes on in it. Without a tab: where it was last. */
  show(place?: Partial<SidePlace>): void
  close(): void
}

interface Shown {
  readonly threadId: string
  readonly place: SidePlace | undefined
}

const isTab = (value: unknown): value is SideTab => SIDE_TABS.some((tab) => tab === value)
const TAB = 'parley-side-tab'

function keptTab(): SideTab {
  const kept = localStorage.getItem(TAB)
  return isTab(kept) ? kept : 'files'
}

/** Of another conversation only the tab is of use. */
function placeIn({ threadId, place }: Shown, current: string): SidePlace | undefined {
  return place && threadId !== current ? { tab: place.tab } : place
}

export function useSidePlace(threadId: string): Side {
  const [shown, setShown] = useState<Shown>({ threadId, place: undefined })
  const show = useCallback<Side['show']>(
    (next = {}) => {
      if (next.tab) localStorage.setItem(TAB, next.tab)
      // Lines are those of one file.
      const lines = next.path === undefined ? {} : { lines: undefined }
      setShown((before) => ({ threadId, place: { tab: keptTab(), ...placeIn(before, threadId), ...lines, ...next } }))
    },
    [threadId],
  )
  const close = useCallback(() => setShown({ threadId, place: undefined }), [threadId])
  const place = placeIn(shown, threadId)
  return useMemo(() => ({ place, show, close }), [place, show, close])
}

const SideContext = createContext<Side['show'] | undefined>(undefined)

export const SideProvider = SideContext.Provider

/** How to show something at the side. Absent where there is none. */
export const useShowAside = (): Side['show'] | undefined => useContext(SideContext)
