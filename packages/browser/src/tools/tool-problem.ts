import { isJsonObject, type JsonObject } from '@parley/dialects'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What is wrong with some arguments, in sentences that a model can act on. At most three: one fix shows the next. */
export function describeProblem(issues: readonly Issue[], input: JsonObject): string {
  const sentences = issues.slice(0, 3).map((issue) => sentenceOf(issue, input))
  const more = issues.length > 3 ? [`${issues.length - 3} more problems follow from the same arguments.`] : []
  return [...sentences, ...more].join(' ')
}

function sentenceOf(issue: Issue, input: JsonObject): string {
  const place = placeOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return `${place === undefined ? 'There is' : `${place} has`} no argument named ${issue.keys.map(quoted).join(' or ')}; leave it out.`
  }
  const subject = place ?? 'The arguments'
  const actual = valueAt(input, issue.path)
  if (actual === undefined) return `${subject} is missing; it must be ${expectation(issue)}.`
  return `${subject} must be ${expectation(issue)}, but it was ${nameOf(actual)}.`
}

/** `["files", 2, "path"]` → `The argument "files[2].path"`. */
function placeOf(path: readonly PropertyKey[]): string | undefined {
  if (path.length === 0) return undefined
  const [first, ...rest] = path
  return `The argument "${String(first)}${rest.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')}"`
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return withArticle(issue.expected)
    case 'invalid_value':
      return issue.values.length === 1 ? quoted(issue.values[0]) : `one of ${issue.values.map(quoted).join(', ')}`
    case 'too_small':
      return `${bounded(issue.origin)} of ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `${bounded(issue.origin)} of ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit(issue.origin)}`
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    case 'invalid_format':
      return `text in the format "${issue.format}"`
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map((inner) => expectation(inner)))].join(' or ')
    default:
      return `something else (${issue.message})`
  }
}

function bounded(origin: string): string {
  if (origin === 'string') return 'text'
  return withArticle(origin)
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' || origin === 'set' ? ' items' : ''
}

function withArticle(noun: string): string {
  if (noun === 'int') return 'a whole number'
  if (noun === 'record') return 'an object'
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  const text = typeof value === 'string' ? quoted(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function valueAt(input: JsonObject, path: readonly PropertyKey[]): unknown {
  let value: unknown = input
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step]
    else if (isJsonObject(value) && Object.hasOwn(value, step)) value = value[String(step)]
    else return undefined
  }
  return value
}

function quoted(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value))
}
