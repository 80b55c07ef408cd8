import { type KnownCall, questionIn } from '@parley/browser'
import { isJsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { createElement, useId, useState } from 'react'
import { useWords } from '../../language/words.tsx'
import { Problem } from '../../parts/problem.tsx'
import { usePress } from '../../parts/use-press.ts'
import { type HumanForm, useCallCard } from '../call-actions.tsx'
import { DecisionButton } from '../pending/approve-button.tsx'
import { ServerQuestionForm } from './server-question-form.tsx'

/** What a running tool asks of a person: the page's own form for that tool, or a plain one. */
export function HumanQuestionForm({ call }: { readonly call: KnownCall }) {
  const { actions, forms } = useCallCard()
  const { problem, busy, press } = usePress()
  const index = call.record.questions.findLastIndex((entry) => entry.answer === undefined)
  const question = call.record.questions[index]
  if (!question) return null
  const resume = (answer: JsonValue) => press(() => actions.answer(call.key, answer))
  // What somebody else's server asks looks the same whatever tool it came from: no page dresses it up.
  const isServers = questionIn(question.payload) !== undefined
  const pages = isServers ? undefined : forms?.get(call.record.call.name)
  const asked = { payload: question.payload, resume }
  return (
    // Each question has a form of its own: what was typed into the last one is no answer to this one.
    <fieldset key={index} disabled={busy} className="space-y-3 rounded-lg border border-wait/40 bg-wait-wash/40 p-3">
      {pages ? (
        <div data-parley-host="">{createElement(pages, asked)}</div>
      ) : isServers ? (
        <ServerQuestionForm {...asked} />
      ) : (
        <PlainForm {...asked} />
      )}
      <Problem text={problem} />
    </fieldset>
  )
}

const textOf = (payload: JsonValue): string => {
  if (typeof payload === 'string') return payload
  const asked = isJsonObject(payload) ? (ownValue(payload, 'question') ?? ownValue(payload, 'message')) : undefined
  return typeof asked === 'string' ? asked : JSON.stringify(payload, null, 2)
}

const optionsOf = (payload: JsonValue): readonly string[] => {
  const listed = isJsonObject(payload) ? ownValue(payload, 'options') : undefined
  return Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : []
}

const PlainForm: HumanForm = ({ payload, resume }) => {
  const words = useWords()
  const id = useId()
  const [text, setText] = useState('')
  const options = optionsOf(payload)
  return (
    <>
      <label htmlFor={id} className="block text-sm whitespace-pre-wrap">
        {textOf(payload)}
      </label>
      {options.length > 0 ? (
        <div id={id} className="flex flex-wrap gap-2">
          {options.map((option) => (
            <DecisionButton key={option} data-action="answer" onClick={() => resume(option)}>
              {option}
            </DecisionButton>
          ))}
        </div>
      ) : (
        <div className="flex gap-2">
          <input
            id={id}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="min-w-0 flex-1 rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 text-sm"
          />
          <DecisionButton tone="primary" data-action="primary" onClick={() => resume(text)}>
            {words.action.answer}
          </DecisionButton>
        </div>
      )}
    </>
  )
}
