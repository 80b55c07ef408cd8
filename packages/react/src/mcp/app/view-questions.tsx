import type { JsonObject } from '@parley/dialects'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useLateWords } from '../../language/late-words.ts'
import { Button } from '../../parts/button.tsx'

export type ViewQuestion =
  | { readonly kind: 'call'; readonly tool: string; readonly input: JsonObject }
  | { readonly kind: 'link'; readonly url: string }

interface Waiting {
  readonly question: ViewQuestion
  readonly answer: (yes: boolean) => void
}

/** What a view asks of the person, one after the other. Who goes away has said no. */
export function useViewQuestions() {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const all = useRef(waiting)
  useEffect(() => {
    all.current = waiting
  }, [waiting])
  useEffect(() => () => all.current.forEach(({ answer }) => answer(false)), [])
  const ask = useCallback(
    (question: ViewQuestion) => new Promise<boolean>((answer) => setWaiting((others) => [...others, { question, answer }])),
    [],
  )
  const settle = (yes: boolean) => {
    waiting[0]?.answer(yes)
    setWaiting(waiting.slice(1))
  }
  return { waiting, ask, settle }
}

interface ViewQuestionBarProps extends Omit<ReturnType<typeof useViewQuestions>, 'ask'> {
  readonly server: string
}

/** A press that was meant for the frame must not fall on a question that has just come. */
const CALM_MS = 800

function useCalm(question: ViewQuestion | undefined): boolean {
  const [seen, setSeen] = useState<ViewQuestion>()
  useEffect(() => {
    const timer = setTimeout(() => setSeen(question), CALM_MS)
    return () => clearTimeout(timer)
  }, [question])
  return question !== undefined && seen === question
}

/** Returns nothing: newer browsers would hand back a promise, and what is handed back is taken for a way to clean up. */
function intoSight(bar: HTMLElement | null): void {
  bar?.scrollIntoView({ block: 'nearest' })
}

/** Stands above the frame, outside of it: nothing in a frame can draw over it, move it, or press it. */
export function ViewQuestionBar({ waiting, settle, server }: ViewQuestionBarProps) {
  const words = useLateWords()
  const question = waiting[0]?.question
  const isCalm = useCalm(question)
  if (!question) return null
  return (
    <section
      ref={intoSight}
      role="alert"
      data-testid="view-question"
      className="mb-2 rounded-lg border border-wait/50 bg-sheet px-3 py-2 text-[13px]"
    >
      <p className="font-medium wrap-anywhere">
        {question.kind === 'call' ? (
          <Characters text={words.mcp.viewCalls({ server, tool: question.tool })} />
        ) : (
          <Characters text={words.mcp.viewOpens({ server, url: question.url })} />
        )}
      </p>
      {question.kind === 'call' && (
        <pre className="mt-1 max-h-52 overflow-auto rounded-lg bg-well/70 px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          <Characters text={JSON.stringify(question.input, undefined, 2)} />
        </pre>
      )}
      <div className="mt-2 flex gap-2">
        <Button tone="primary" disabled={!isCalm} onClick={() => settle(true)}>
          {question.kind === 'call' ? words.action.callTool : words.mcp.viewOpen}
        </Button>
        <Button onClick={() => settle(false)}>{words.mcp.viewNo}</Button>
      </div>
    </section>
  )
}
