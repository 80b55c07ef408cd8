import type { ThreadState } from '@parley/browser'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCallExecutor } from '../call-card/call-actions.tsx'
import { toolTitle } from '../call-card/effects/tool-face.tsx'
import { useWords } from '../language/words.tsx'
import { announcementsBetween } from './announcements.ts'

/** Two silent places that a screen reader listens to: one that waits its turn and one that does not. */
export function Announcer({ state }: { readonly state: ThreadState }) {
  const words = useWords()
  const before = useRef(state)
  const [said, setSaid] = useState({ polite: '', urgent: '', words })
  const executor = useCallExecutor()
  useEffect(() => {
    const titleOf = (tool: string) => toolTitle(executor, tool, words)
    const news = announcementsBetween(before.current, state, { words, titleOf })
    before.current = state
    if (news.length === 0) return
    const join = (urgent: boolean) =>
      news
        .filter((item) => item.urgent === urgent)
        .map((item) => item.text)
        .join(' ')
    setSaid({ polite: join(false), urgent: join(true), words })
  }, [state, words, executor])
  useProgress(state, (text) => setSaid({ polite: text, urgent: '', words }))
  // What was said in another language is not said again, nor found by who looks around.
  const { polite, urgent } = said.words === words ? said : { polite: '', urgent: '' }
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only" data-testid="announcer">
        {polite}
      </div>
      <div role="alert" aria-live="assertive" className="sr-only">
        {urgent}
      </div>
    </>
  )
}

const EVERY_MS = 10_000

/** A call that runs long is mentioned every ten seconds, not more. */
function useProgress(state: ThreadState, say: (text: string) => void): void {
  const words = useWords()
  const report = useEffectEvent((seconds: number) => say(words.announce.running({ seconds })))
  const running = state.status.kind === 'running' ? state.status.keys[0] : undefined
  useEffect(() => {
    if (running === undefined) return
    const started = Date.now()
    const timer = setInterval(() => report(Math.round((Date.now() - started) / 1000)), EVERY_MS)
    return () => clearInterval(timer)
  }, [running])
}
