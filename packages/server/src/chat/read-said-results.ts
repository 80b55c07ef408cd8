import { type Dialect, type JsonObject, ownValue, type ToolResult } from '@parley/dialects'
import type { Paced } from '../safety/pace.ts'
import { readingResults } from '../spoken-results/read-results.ts'
import { readResultElements } from '../spoken-results/result-elements.ts'
import { readingResultObjects } from '../spoken-results/result-objects.ts'
import type { SpokenResults } from '../spoken-results/spoken-result.ts'

/** Words that are results: read as one, or as more where they read like more. */
export interface SaidResults {
  readonly whole: SpokenResults
  readonly several?: SpokenResults
}

export interface Awaiting {
  /** The dialect that the request asks for: only there may a result bear no marks at all. */
  readonly chosen: Dialect | undefined
  /** The dialects in which calls were made. */
  readonly spoken: Iterable<Dialect>
  /** How many calls of the last answer had no result when this was said. */
  readonly awaited: number
}

/** Results in what a user says: as this door writes them, or as the dialects of the calls do. Undefined: it is talk. */
export function* readingTalk(words: string, { chosen, spoken, awaited }: Awaiting): Paced<SaidResults | undefined> {
  const written = yield* writtenResults(words)
  if (written || awaited === 0) return written
  for (const dialect of chosen ? [chosen, ...spoken] : spoken) {
    const whole = yield* readingResults(dialect, words, dialect === chosen ? awaited : 0)
    if (whole) return { whole }
  }
  return undefined
}

/**
 * The result in a message of a tool. With the id of its call the content is what the tool gave, whatever it looks like;
 * without one, it may be a result as this door writes them.
 */
export function* readingToolResult(result: ToolResult, given: JsonObject): Paced<SaidResults> {
  const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const callId = textAt(given, 'tool_call_id') ?? textAt(given, 'toolCallId')
  const name = textAt(given, 'name')
  const written = callId === undefined ? yield* writtenResults(text) : undefined
  if (written && written.whole.rest === '') return written
  const one = { outcome: result.outcome, text, ...(callId !== undefined && { callId }), ...(name !== undefined && { name }) }
  return { whole: { results: [one], rest: '' } }
}

/** Results as this door writes them; a fence around all of it is not part of them. */
function* writtenResults(message: string): Paced<SaidResults | undefined> {
  const words = unfenced(message)
  const objects = yield* readingResultObjects(words)
  if (objects) return { whole: objects }
  const elements = readResultElements(words)
  return elements && { whole: elements.whole, ...(elements.several && { several: elements.several }) }
}

function unfenced(message: string): string {
  const [open = ''] = /^\s*```\w*\n/.exec(message) ?? []
  const end = open === '' ? '' : message.slice(open.length - 1).trimEnd()
  return end.length > 4 && end.endsWith('\n```') ? end.slice(1, -4) : message
}

function textAt(given: JsonObject, key: string): string | undefined {
  const value = ownValue(given, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}
