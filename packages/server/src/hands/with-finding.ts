import {
  brokenWords,
  type ChatRequest,
  FIND_TOOLS,
  loadOf,
  queryOf,
  type SearchedTool,
  searchAmong,
  type ToolResult,
  type ToolSpec,
  wordsResult,
} from '@parley/dialects'
import type { Answerer } from '../answerer.ts'
import type { Limits } from '../config-schema.ts'
import type { ModelCatalog } from '../model-catalog.ts'
import { unfoundTool } from '../tools/unknown-tool.ts'
import type { Demand } from './joined-answer.ts'
import { rounds } from './rounds.ts'

interface FindingOptions {
  readonly catalog: Pick<ModelCatalog, 'find'>
  readonly limits: Pick<Limits, 'steps'>
}

/**
 * Finds deferred tools for a client that asks its vendor to: the model is told of one tool that finds them, its searches are answered
 * here, and it is asked again with what they found. To the client it is one answer, with calls of its own tools.
 */
export function withFinding(answer: Answerer, { catalog, limits }: FindingOptions): Answerer {
  return async (request, asked) => {
    const { tools = [], toolChoice } = request
    const isWanted = request.findsTools && toolChoice !== 'none' && !tools.some(({ name }) => name === FIND_TOOLS)
    const deferred = isWanted ? tools.filter((tool) => tool.deferred) : []
    if (deferred.length === 0) return await answer(request, asked)
    const { info } = await catalog.find(request.model, asked.dialect)
    const search = searchAmong(deferred.map(searched), loadOf(deferred, info.contextTokens).most)
    let found = knownIn(request)
    const now = (): ChatRequest => ({
      ...request,
      tools: [...tools.flatMap((tool) => (tool.deferred ? [] : [tool])), search.spec, ...told(deferred, found)],
    })
    const settle = async (call: Demand['calls'][number]): Promise<ToolResult> => {
      if (call.type === 'broken-call') return wordsResult(call, 'error', brokenWords(call.problem))
      if (call.name !== FIND_TOOLS) return unfoundTool(call)
      const { names, words } = search.find(queryOf(call.input))
      found = search.add(names, found)
      return wordsResult(call, 'ok', words)
    }
    const isHidden = (name: string) => deferred.some((tool) => tool.name === name) && !found.includes(name)
    const isTheirs = (name: string | undefined) => name === undefined || (name !== FIND_TOOLS && !isHidden(name))
    const first = await answer(now(), asked)
    return { ...first, events: rounds(first.events, { answer, asked, request: now, isTheirs, settle, steps: limits.steps }) }
  }
}

/** A search is forgotten with its request: what was called, or must be, the model knows. */
function knownIn({ messages, toolChoice }: ChatRequest): readonly string[] {
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  const called = parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
  return [...new Set([...called, ...(typeof toolChoice === 'object' ? [toolChoice.name] : [])])]
}

const told = (deferred: readonly ToolSpec[], found: readonly string[]): readonly ToolSpec[] =>
  deferred.flatMap(({ deferred: _now, ...tool }) => (found.includes(tool.name) ? [tool] : []))

/** `mcp__github__create_issue` → `mcp github`. */
const searched = (tool: ToolSpec): SearchedTool => {
  const words = tool.name.split('__').slice(0, -1).join(' ')
  return { ...tool, source: words === '' ? 'this application' : words }
}
