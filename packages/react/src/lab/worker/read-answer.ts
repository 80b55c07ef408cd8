import { createParser, type Dialect, generousMender, readAnswer, type SpokenPart, type ToolSpec } from '@parley/dialects'
import type { Reading } from './lab-question.ts'

export interface Reader {
  readonly dialect: Dialect
  readonly tools: readonly ToolSpec[]
  readonly startsInReasoning: boolean
}

const verdictOf = (parts: readonly SpokenPart[]): Reading['verdict'] => {
  if (parts.some((part) => part.type === 'tool-call')) return 'call'
  return parts.some((part) => part.type === 'broken-call') ? 'broken' : 'text'
}

export function readBy(text: string, { dialect, tools, startsInReasoning }: Reader): Reading {
  const parts = readAnswer(text, { dialect, tools, startsInReasoning, mender: generousMender })
  return { id: dialect.id, title: dialect.title, speakers: dialect.speakers, parts, verdict: verdictOf(parts) }
}

/** Longer ones are not cut at every place: it would take a while, and a law says that it does not matter. */
const MOST_CUT = 20_000

/** The same text character by character. Undefined: it is too long to try. */
export function isSteady(text: string, { dialect, tools, startsInReasoning }: Reader, whole: Reading): boolean | undefined {
  if (text.length > MOST_CUT) return undefined
  const parser = createParser({ dialect, tools, startsInReasoning, mender: generousMender })
  const events = [...text].flatMap((character) => parser.push(character)).concat(parser.end())
  const parts = events.flatMap((event) => (event.type === 'part-end' ? [event.value] : []))
  return JSON.stringify(parts) === JSON.stringify(whole.parts)
}
