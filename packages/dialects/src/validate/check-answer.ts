import { numbersSurvive } from '../canonical/exact-json.ts'
import { isJsonObject, type JsonSchema, type JsonValue } from '../canonical/json.ts'
import type { AnswerShape } from '../canonical/message.ts'
import { type Mended, mend } from '../repair/mend.ts'
import { coerceInput } from './coerce-input.ts'
import { validateInput } from './validate-input.ts'
import { say } from './words.ts'

export type CheckedAnswer =
  /** The answer as JSON text, without what stood around it. */
  | { readonly text: string }
  /** Why it is not what was asked for, for the model and for the person who asked. */
  | { readonly problem: string }

/** Holds a whole answer against the shape that was asked for. What is wrong only in its form is put right: fences, words around, quotes, types. */
export function checkAnswer(said: string, { schema = { type: 'object' } }: AnswerShape): CheckedAnswer {
  let problem: string | undefined
  for (const candidate of candidatesIn(said)) {
    const mended = mend(candidate)
    // What breaks off could be completed in many ways.
    if (!mended || (mended.flaws.length > 0 && !/[}\]]$/.test(candidate))) continue
    const text = fitting(mended, schema)
    if (text !== undefined) return { text }
    problem ??= problemsOf(mended.value, schema)
  }
  return { problem: problem ?? say('input.no-json').message }
}

/** Where in an answer the JSON may stand: all of it, in a fence, between the outermost brackets. */
function candidatesIn(said: string): readonly string[] {
  const between = (open: string, close: string) => said.slice(said.indexOf(open), said.lastIndexOf(close) + 1)
  const [, fenced = ''] = said.split('```', 2)
  const all = [said.trim(), fenced.slice(fenced.indexOf('\n') + 1).trim(), between('{', '}'), between('[', ']')]
  return [...new Set(all)].filter((candidate) => candidate !== '')
}

function fitting({ value, text }: Mended, schema: JsonSchema): string | undefined {
  if (validateInput(value, schema).length === 0) return text
  // Where numbers do not survive, the value is not what the model wrote.
  if (!isJsonObject(value) || !numbersSurvive(text)) return undefined
  const { input } = coerceInput(value, schema)
  return validateInput(input, schema).length === 0 ? JSON.stringify(input) : undefined
}

function problemsOf(value: JsonValue, schema: JsonSchema): string {
  return validateInput(value, schema, say('input.answer'))
    .map(({ message }) => message)
    .join(' ')
}
