import type { ToolSpec } from '../canonical/message.ts'
import { isIdentifier, shortType } from '../shapes/tools/typescript-tools.ts'
import { findTools, lineOf } from './find-tools.ts'
import { ASSUMED_CONTEXT, loadOf, MOST_TAUGHT } from './tool-load.ts'

/** Longer types say less than the names of their fields would; whoever needs them is told by the tool what was wrong. */
const LONGEST_TYPE = 400

/** A tool as a program calls it: `tools.read_file(_: { path: string, start_line?: number }): Promise<any>`. */
export function toolFunction({ name, parameters }: Pick<ToolSpec, 'name' | 'parameters'>): string {
  const type = shortType({ type: 'object', ...parameters })
  const given = type === '{}' || type === 'object' ? '' : `_: ${type.length > LONGEST_TYPE ? 'object' : type}`
  return `tools${isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`}(${given}): Promise<any>`
}

/** Tools as the functions of a program, one to a line, as many as a model has room for; how the others are found. */
export function toolFunctions(tools: readonly ToolSpec[], contextTokens = ASSUMED_CONTEXT): string {
  let left = loadOf([], contextTokens).most * 4
  const lines: string[] = []
  for (const tool of tools.slice(0, MOST_TAUGHT)) {
    const line = `${toolFunction(tool)} // ${lineOf(tool)}`
    left -= line.length + 1
    if (left < 0 && lines.length > 0) break
    lines.push(line)
  }
  const more = tools.length - lines.length
  return more === 0 ? lines.join('\n') : [...lines, searchLine(more)].join('\n')
}

const searchLine = (more: number): string =>
  `tools.search(words: string): Promise<any> // Finds ${more} more tools by what they do, each with the way to call it.`

/** What `tools.search` gives. */
export const findFunctions = (tools: readonly ToolSpec[], words: string) =>
  findTools(tools, words).map((tool) => ({ name: tool.name, call: toolFunction(tool), description: lineOf(tool) }))
