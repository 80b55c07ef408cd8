import { type Question, questionIn } from '@parley/browser'
import { isJsonObject, type JsonObject, type JsonValue, ownValue, validateInput, type Problem as Wrong } from '@parley/dialects'
import { type FormEvent, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useWords } from '../../language/words.tsx'
import { Problem } from '../../parts/problem.tsx'
import type { HumanForm } from '../call-actions.tsx'
import { DecisionButton } from '../pending/approve-button.tsx'
import { QuestionField, type ShownField } from './question-field.tsx'

/** What somebody else's server asks in the middle of a call: under its name, in its words as plain text, with three ways out. */
export const ServerQuestionForm: HumanForm = ({ payload, resume }) => {
  const words = useWords()
  const question = questionIn(payload)
  if (!question) return null
  return (
    <section data-testid="server-question" className="space-y-3">
      <figure className="text-sm">
        <figcaption className="text-xs font-medium text-faint">
          <Characters text={words.question.asks({ server: question.by })} />
        </figcaption>
        <blockquote className="mt-1 border-l-2 border-line-strong/60 pl-3 wrap-anywhere whitespace-pre-wrap">
          <Characters text={question.message} />
        </blockquote>
      </figure>
      <p className="text-xs text-faint">{words.question.notOurs}</p>
      {question.mode === 'form' ? (
        <Fields question={question} resume={resume} />
      ) : (
        <Address question={question} resume={resume} />
      )}
    </section>
  )
}

interface AskedProps<Mode extends Question['mode']> {
  readonly question: Extract<Question, { mode: Mode }>
  readonly resume: (answer: JsonValue) => void
}

function Refusals({ resume }: Pick<AskedProps<'form'>, 'resume'>) {
  const words = useWords()
  return (
    <>
      <DecisionButton data-action="decline" onClick={() => resume({ action: 'decline' })}>
        {words.question.decline}
      </DecisionButton>
      <DecisionButton tone="quiet" data-action="cancel" onClick={() => resume({ action: 'cancel' })}>
        {words.question.cancel}
      </DecisionButton>
    </>
  )
}

const SECRET = /key|token|secret|pass|auth|credential|cookie/i

function Fields({ question: { schema }, resume }: AskedProps<'form'>) {
  const words = useWords()
  const fields = fieldsOf(schema)
  const [values, setValues] = useState<JsonObject>(() => presetsOf(fields))
  const [wrong, setWrong] = useState<string>()
  const secrets = fields.filter(({ name, title }) => SECRET.test(name) || SECRET.test(title))
  const send = (event: FormEvent) => {
    event.preventDefault()
    const missing = fields.find(({ name, isRequired }) => isRequired && ownValue(values, name) === undefined)
    const [problem]: readonly Wrong[] = missing ? [] : validateInput(values, schema)
    if (missing) return setWrong(words.question.missing({ field: missing.title }))
    if (problem) return setWrong(words.said(problem))
    resume({ action: 'accept', content: values })
  }
  const change = (name: string, value: JsonValue | undefined) => {
    const { [name]: _before, ...others } = values
    setValues(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <form onSubmit={send} noValidate className="space-y-3">
      {fields.map((field) => (
        <QuestionField
          key={field.name}
          field={field}
          value={ownValue(values, field.name)}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      {secrets.length > 0 && (
        <p className="text-[13px] text-wait">
          <Characters text={words.question.secret({ fields: secrets.map(({ title }) => title).join(', ') })} />
        </p>
      )}
      <Problem text={wrong} />
      <div className="flex flex-wrap gap-2">
        <DecisionButton tone="primary" data-action="primary" type="submit">
          {words.question.send}
        </DecisionButton>
        <Refusals resume={resume} />
      </div>
    </form>
  )
}

/** The whole address, and nothing is opened before somebody says so. */
function Address({ question: { url }, resume }: AskedProps<'url'>) {
  const words = useWords()
  const [isOpened, setOpened] = useState(false)
  const address = URL.parse(url)
  const isSafe = address?.protocol === 'https:' || (address?.protocol === 'http:' && LOOPBACK.has(address.hostname))
  const open = () => {
    window.open(url, '_blank', 'noopener,noreferrer')
    setOpened(true)
  }
  return (
    <div className="space-y-3">
      <p className="text-[13px]">{words.question.address}</p>
      <p data-testid="question-address" className="rounded-lg bg-well/70 px-3 py-2 font-mono text-[13px] break-all">
        <Characters text={url} />
      </p>
      <div className="flex flex-wrap gap-2">
        {isSafe && (
          <DecisionButton tone={isOpened ? 'plain' : 'primary'} data-action="open" onClick={open}>
            {words.question.open({ host: address.host })}
          </DecisionButton>
        )}
        {isOpened && (
          <DecisionButton tone="primary" data-action="primary" onClick={() => resume({ action: 'accept' })}>
            {words.question.opened}
          </DecisionButton>
        )}
        <Refusals resume={resume} />
      </div>
    </div>
  )
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

function fieldsOf(schema: JsonObject): readonly ShownField[] {
  const properties = ownValue(schema, 'properties')
  const required = ownValue(schema, 'required')
  const entries = Object.entries(isJsonObject(properties) ? properties : {})
  return entries.flatMap(([name, field]) => {
    if (!isJsonObject(field)) return []
    const title = ownValue(field, 'title')
    return [
      {
        name,
        title: typeof title === 'string' ? title : name,
        schema: field,
        isRequired: Array.isArray(required) && required.includes(name),
      },
    ]
  })
}

/** A switch has a position from the beginning; everything else is empty unless its server filled it in. */
function presetsOf(fields: readonly ShownField[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap(({ name, schema }) => {
      const preset = ownValue(schema, 'default') ?? (ownValue(schema, 'type') === 'boolean' ? false : undefined)
      return preset === undefined ? [] : [[name, preset]]
    }),
  )
}
