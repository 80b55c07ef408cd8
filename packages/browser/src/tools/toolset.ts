import type { Tool } from './tool.ts'

/** The tools of the toolsets that are switched on. A tool without a toolset is always on. */
export function enabledTools(tools: readonly Tool[], enabled: readonly string[] | undefined): readonly Tool[] {
  if (enabled === undefined) return tools
  return tools.filter((tool) => tool.toolset === undefined || enabled.includes(tool.toolset))
}

/** The names of the toolsets, in order of first appearance. */
export function toolsetsOf(tools: readonly Tool[]): readonly string[] {
  return [...new Set(tools.flatMap((tool) => tool.toolset ?? []))]
}
