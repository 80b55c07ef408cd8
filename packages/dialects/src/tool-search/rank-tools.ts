import { isJsonObject, type JsonValue, ownValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import { likeness, termsOf } from './terms.ts'

export interface FindableTool extends Pick<ToolSpec, 'name' | 'description' | 'parameters'> {
  readonly title?: string
}

/** What a tool is called says more of it than what it is given. */
const WEIGHTS = { name: 3, title: 2, description: 1, parameters: 0.5 } as const
/** Of one field: what somebody writes further down finds nobody. */
const MOST_READ = 2000
const MOST_QUERY = 500
const MOST_TERMS = 32

/** How soon a term that is repeated counts no more, and how much a long text loses: the usual numbers of BM25. */
const SATURATION = 1.2
const LENGTH = 0.75

interface Posting {
  readonly tool: number
  readonly weight: number
}

/** The tools that have something to do with the words, best first; of equally good ones the first. The same words always give the same list. */
export function rankTools<Found extends FindableTool>(tools: readonly Found[], words: string): readonly Found[] {
  const { postings, lengths } = indexOf(tools)
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, tools.length)
  const scores = tools.map(() => 0)
  for (const term of new Set(termsOf(words.slice(0, MOST_QUERY)).slice(0, MOST_TERMS))) {
    const met = meetings(term, postings)
    const rarity = Math.log(1 + (tools.length - met.size + 0.5) / (met.size + 0.5))
    for (const [tool, weight] of met) {
      const share = 1 - LENGTH + LENGTH * ((lengths[tool] ?? 0) / average)
      scores[tool] = (scores[tool] ?? 0) + (rarity * weight * (SATURATION + 1)) / (weight + SATURATION * share)
    }
  }
  return tools
    .map((tool, index) => ({ tool, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ tool }) => tool)
}

/** How much of a term each tool has, by its place in the list. */
function meetings(term: string, postings: ReadonlyMap<string, readonly Posting[]>): ReadonlyMap<number, number> {
  const met = new Map<number, number>()
  for (const [known, list] of postings) {
    const like = likeness(term, known)
    if (like === 0) continue
    for (const { tool, weight } of list) met.set(tool, (met.get(tool) ?? 0) + like * weight)
  }
  return met
}

function indexOf(tools: readonly FindableTool[]) {
  const postings = new Map<string, Posting[]>()
  const lengths = tools.map((tool, index) => {
    const weights = new Map<string, number>()
    for (const [field, text] of fieldsOf(tool))
      for (const term of termsOf(text.slice(0, MOST_READ))) weights.set(term, (weights.get(term) ?? 0) + WEIGHTS[field])
    let length = 0
    for (const [term, weight] of weights) {
      length += weight
      const list = postings.get(term)
      if (list) list.push({ tool: index, weight })
      else postings.set(term, [{ tool: index, weight }])
    }
    return length
  })
  return { postings, lengths }
}

function fieldsOf({ name, title = '', description, parameters }: FindableTool) {
  return [
    ['name', name],
    ['title', title],
    ['description', description],
    ['parameters', parameterText(ownValue(parameters, 'properties'))],
  ] as const
}

/** Names and descriptions of the arguments; what lies deeper is seldom looked for. */
function parameterText(properties: JsonValue | undefined): string {
  if (!isJsonObject(properties)) return ''
  return Object.entries(properties)
    .map(([name, schema]) => {
      const description = isJsonObject(schema) ? ownValue(schema, 'description') : undefined
      return typeof description === 'string' ? `${name} ${description}` : name
    })
    .join(' ')
}
