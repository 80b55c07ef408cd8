import {
  createToolSearch,
  FIND_TOOLS,
  type Message,
  queryOf,
  type SearchedTool,
  searchAmong,
  type ToolCall,
  type ToolResult,
  type ToolSpec,
} from '@parley/dialects'
import { toResult } from '../tools/backend-tool.ts'
import type { ChosenTool, RemoteTool } from '../tools/remote-tool.ts'
import type { AgentRun } from './agent-state.ts'

export interface Taught {
  readonly specs: readonly ToolSpec[]
  /** Tools that can be found, and were not. */
  readonly unfound: ReadonlySet<string>
}

/** Of tools that are too many to be told at once, the search and what the thread has found. That is in its messages, and nowhere else. */
export function taughtOf(tools: readonly RemoteTool[], messages: readonly Message[], contextTokens: number | undefined): Taught {
  const specs = tools.map(({ spec }) => spec)
  const search = createToolSearch(searched(tools), contextTokens)
  if (!search) return { specs, unfound: new Set() }
  const found = searchesIn(messages).reduce<readonly string[]>((names, more) => search.add(more, names), [])
  return {
    specs: [search.spec, ...specs.filter(({ name }) => found.includes(name))],
    unfound: new Set(specs.map(({ name }) => name).filter((name) => !found.includes(name))),
  }
}

/** A search touches nothing, and tells only what a person chose: nobody is asked. */
export async function searchFor(call: ToolCall, among: readonly ChosenTool[], { server, owner }: AgentRun): Promise<ToolResult> {
  const offer = await server.tools.source?.offer(among, owner)
  const { names, words } = searchAmong(searched(offer?.tools ?? []), 0).find(queryOf(call.input))
  return toResult(call, { outcome: 'ok', content: words, data: [...names] })
}

const searched = (tools: readonly RemoteTool[]): readonly SearchedTool[] =>
  tools.map(({ spec, says }) => ({ ...spec, source: says.by }))

function searchesIn(messages: readonly Message[]): readonly (readonly string[])[] {
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.parts : []))
  return results
    .filter(({ name }) => name === FIND_TOOLS)
    .map(({ data }) => (Array.isArray(data) ? data.filter((item) => typeof item === 'string') : []))
}
