import type { KnownCall } from '@parley/browser'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useWords } from '../../language/words.tsx'
import { useCalm } from './calm.ts'
import { type Reading, useReading } from './reading.ts'
import { useSeenCalls } from './seen-calls.tsx'

interface Gate extends Reading {
  /** Whether a press on a button would count. */
  readonly calm: boolean
}

const GateContext = createContext<Gate>({ calm: true, unseen: 0, readOn: () => {} })

/** Around buttons that decide, together with the guard of `useCalm`. */
export const GateProvider = GateContext.Provider

/** How what stands above a button was read. Where nothing has to be decided, everything counts at once. */
export const useGate = (): Gate => useContext(GateContext)

interface GatedProps {
  readonly call: KnownCall
  /** Everything that is judged, as a text: when it changes, it has to be read anew. */
  readonly shown: string
  /** What is judged. It scrolls. */
  readonly children: ReactNode
  /** The buttons, always in sight. */
  readonly footer: ReactNode
}

/** What is decided on, and the buttons that decide: they count once it was read to its end and has stood still. */
export function Gated({ call, shown, children, footer }: GatedProps) {
  const words = useWords()
  const body = useRef<HTMLDivElement>(null)
  const seen = useSeenCalls()
  const reading = useReading(body, shown, seen.has(call.key, shown))
  const isRead = reading.unseen === 0
  useEffect(() => {
    if (isRead) seen.add(call.key, shown)
  }, [seen, call.key, shown, isRead])
  const { calm, guard } = useCalm(`${call.stage} ${isRead} ${shown}`)
  return (
    <GateProvider value={{ ...reading, calm }}>
      {/* Keys press the buttons inside, which is a click as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div data-gate="" data-calm={calm || undefined} className="flex min-h-0 flex-col" {...guard}>
        <section
          ref={body}
          data-card-body=""
          aria-label={words.note.toJudge}
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="max-h-[60dvh] min-h-0 flex-1 space-y-3 overflow-y-auto overscroll-contain px-3.5 pb-3"
        >
          {children}
        </section>
        <div className="max-h-[50dvh] shrink-0 space-y-3 overflow-y-auto border-t border-line px-3.5 py-2.5 not-has-[>:not(:empty)]:hidden">
          {footer}
        </div>
      </div>
    </GateProvider>
  )
}
