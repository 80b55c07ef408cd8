import { isJsonObject, type JsonObject, type JsonValue, ownValue, validateInput } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'

/**
 * What somebody else's server wants to know in the middle of a call, read and bounded. Every text in it is the server's. `schema` is flat: texts,
 * numbers, switches and choices.
 */
export type Question =
  | { readonly mode: 'form'; readonly by: string; readonly message: string; readonly schema: JsonObject }
  | { readonly mode: 'url'; readonly by: string; readonly message: string; readonly url: string }

/** Throws where an answer is not what was asked for: what a page checked is checked again, since anybody may send it. */
export function demandContent(question: JsonObject, content: JsonObject): void {
  const schema = ownValue(question, 'schema')
  if (!isJsonObject(schema)) {
    if (Object.keys(content).length > 0) throw refusal('request/invalid', say('question.no-fields'))
    return
  }
  const [problem] = validateInput(content, { ...schema, additionalProperties: false })
  if (problem) throw refusal('request/invalid', { message: problem.message, ...(problem.words && { words: problem.words }) })
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    const value = ownValue(content, name)
    const format = isJsonObject(field) ? ownValue(field, 'format') : undefined
    if (typeof value === 'string' && !fits(value, format))
      throw refusal('request/invalid', say('question.format', { name, format: String(format) }))
  }
}

const propertiesOf = (schema: JsonObject): JsonObject => {
  const properties = ownValue(schema, 'properties')
  return isJsonObject(properties) ? properties : {}
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
}

function fits(text: string, format: JsonValue | undefined): boolean {
  const check = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  return check?.(text) ?? true
}
