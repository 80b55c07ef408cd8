import type { JsonObject } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import { type FindableTool, rankTools } from './rank-tools.ts'

/** The tool by which a model finds the others, where they are too many to be told at once. */
export const FIND_TOOLS = 'find_tools'

/** Where tools come from, and how many. */
export interface ToolSource {
  readonly name: string
  readonly count: number
}

/** As many as a model looks through, and as fit into what they may cost. */
const MOST_FOUND = 8
const MOST_SOURCES = 30

export function findToolsSpec(sources: readonly ToolSource[]): ToolSpec {
  const count = sources.reduce((sum, source) => sum + source.count, 0)
  return {
    name: FIND_TOOLS,
    description: `Finds tools by what they do. There are ${count} more tools than are described here, from: ${listed(sources)}. A tool can be called once it was found.`,
    parameters: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description:
            'A few words that say what the tool shall do, in English unless the tools are in another language: create calendar event',
        },
      },
      required: ['query'],
    },
  }
}

function listed(sources: readonly ToolSource[]): string {
  const shown = sources.slice(0, MOST_SOURCES).map(({ name, count }) => `${name.slice(0, 40)} (${count})`)
  const more = sources.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** The words of a call, whatever a model made of them. */
export const queryOf = (input: JsonObject): string => (typeof input['query'] === 'string' ? input['query'] : '')

export const findTools = <Found extends FindableTool>(tools: readonly Found[], query: string): readonly Found[] =>
  rankTools(tools, query).slice(0, MOST_FOUND)

/** What the model is told: a name and a line for each. */
export function foundWords(found: readonly FindableTool[], query: string, sources: readonly ToolSource[]): string {
  if (found.length === 0)
    return `No tool fits “${query.slice(0, 200)}”. Try other words, or the name of one of these: ${listed(sources)}.`
  return ['These tools can be called from now on:', ...found.map((tool) => `- ${tool.name}: ${lineOf(tool)}`)].join('\n')
}

const LONGEST_LINE = 120

/** What a tool says of itself, on one line. */
export function lineOf({ description, title }: Pick<FindableTool, 'description' | 'title'>): string {
  const [line = ''] = (description.trim() || (title ?? '')).split('\n', 1)
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE).toWellFormed()}…` : line
}
