import { type KnownCall, type KnownStage, toolStateOf, WAITING_STAGES } from '@parley/browser'
import { createElement, useRef } from 'react'
import { type ToolRender, useCallCard } from './call-actions.tsx'
import { inputOf } from './subject/call-subject.ts'
import { useCardFocus } from './use-card-focus.ts'

/** Whether a page may draw this stage itself: a form is the tool's own question, every other question is about the call. */
export const isDrawn = (stage: KnownStage): boolean => stage === 'asking' || !WAITING_STAGES.has(stage)

/** A call drawn by the page, with what a card tells its surroundings: which call it is, and whether it waits. */
export function RenderedCall({ call, render }: { readonly call: KnownCall; readonly render: ToolRender }) {
  const { actions } = useCallCard()
  const { key, stage, record } = call
  const root = useRef<HTMLDivElement>(null)
  const waits = stage === 'asking'
  useCardFocus(root, waits)
  const question = waits ? record.questions.findLast((entry) => entry.answer === undefined) : undefined
  const state = toolStateOf(stage)
  return (
    <div
      ref={root}
      data-parley-host=""
      data-call-key={key}
      data-stage={stage}
      data-tool-state={state}
      data-pending={waits || undefined}
    >
      {createElement(render, {
        args: inputOf(call),
        state,
        ...(question && { payload: question.payload }),
        ...(record.result && { result: record.result }),
        resume: (value) => actions.answer(key, value),
      })}
    </div>
  )
}
