import type { SpokenPart, ToolSpec } from '@parley/dialects'
import { readAnswer } from '@parley/dialects'
import { catalog } from './dialect-catalog.ts'

export interface Reading {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  readonly parts: readonly SpokenPart[]
  /** `call` when it found one, `broken` when it saw one it could not read, `text` otherwise. */
  readonly verdict: 'call' | 'broken' | 'text'
}

const verdictOf = (parts: readonly SpokenPart[]): Reading['verdict'] => {
  if (parts.some((part) => part.type === 'tool-call')) return 'call'
  return parts.some((part) => part.type === 'broken-call') ? 'broken' : 'text'
}

const RANK: { readonly [Verdict in Reading['verdict']]: number } = { call: 0, broken: 1, text: 2 }

/** The same text, read by every dialect; those that found a call come first. */
export function readEverywhere(text: string, tools: readonly ToolSpec[]): readonly Reading[] {
  return catalog
    .map((dialect) => {
      const parts = readAnswer(text, { dialect, tools })
      return { id: dialect.id, title: dialect.title, speakers: dialect.speakers, parts, verdict: verdictOf(parts) }
    })
    .toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict])
}

/** One correct call in each dialect, to begin with. */
export function examples(
  tools: readonly ToolSpec[],
): readonly { readonly id: string; readonly title: string; readonly text: string }[] {
  const call = { id: 'call_1', name: tools[0]?.name ?? 'get_weather', input: { code: '1 + 1' } }
  return catalog.map((dialect) => ({ id: dialect.id, title: dialect.title, text: dialect.formatCalls([call]) }))
}
