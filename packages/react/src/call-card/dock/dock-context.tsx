import { type CallState, type KnownCall, type ThreadState, WAITING_STAGES } from '@parley/browser'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useCallCard } from '../call-actions.tsx'
import { InnerCallsProvider } from '../inner/inner-calls-context.tsx'
import { SeenCallsProvider } from '../pending/seen-calls.tsx'
import { isDrawn } from '../rendered-call.tsx'

export interface Dock {
  /** The calls that wait, in the order written. */
  readonly waiting: readonly KnownCall[]
  /** The one that can be decided on. */
  readonly docked: KnownCall | undefined
  show(key: string): void
}

const DockContext = createContext<Dock | undefined>(undefined)

/** Absent: cards that wait stand where they were written. */
export const useDock = (): Dock | undefined => useContext(DockContext)

const isWaiting = (call: CallState): call is KnownCall => call.stage !== 'streaming' && WAITING_STAGES.has(call.stage)

interface Chosen {
  readonly key: string
  /** Its place among those that waited then: when it is decided, the one behind it takes it. */
  readonly place: number
}

/** One call at a time waits where it cannot be overlooked; the others wait in line. */
export function DockProvider({ calls, children }: { readonly calls: ThreadState['calls']; readonly children: ReactNode }) {
  const { renders } = useCallCard()
  const [chosen, setChosen] = useState<Chosen>()
  const waiting = useMemo(
    () => [...calls.values()].filter((call) => isWaiting(call) && !isPagesOwn(call, renders)) as readonly KnownCall[],
    [calls, renders],
  )
  const at = waiting.findIndex((call) => call.key === chosen?.key)
  const place = at === -1 ? Math.min(chosen?.place ?? 0, waiting.length - 1) : at
  const docked = waiting[place]
  // What takes the place of a decided call keeps it: another one that begins to wait must not push in front of it.
  if (docked && (docked.key !== chosen?.key || place !== chosen.place)) setChosen({ key: docked.key, place })
  if (!docked && chosen) setChosen(undefined)
  const dock = useMemo(
    () => ({
      waiting,
      docked,
      show: (key: string) => {
        const found = waiting.findIndex((call) => call.key === key)
        if (found !== -1) setChosen({ key, place: found })
      },
    }),
    [waiting, docked],
  )
  return (
    <DockContext value={dock}>
      <SeenCallsProvider>
        <InnerCallsProvider calls={calls}>{children}</InnerCallsProvider>
      </SeenCallsProvider>
    </DockContext>
  )
}

/** A form that the page draws for its own tool stays where the page put it. */
const isPagesOwn = (call: KnownCall, renders: ReadonlyMap<string, unknown> | undefined) =>
  renders?.has(call.record.call.name) === true && isDrawn(call.stage)
