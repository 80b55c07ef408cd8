import { isJsonObject, ownValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'

export function findTool(tools: readonly ToolSpec[], name: string): ToolSpec | undefined {
  return tools.find((tool) => tool.name === name)
}

/** The tool that a dotted name means: as it stands, or without what stands before one of its dots. */
export function withoutNamespace(path: string, tools: readonly ToolSpec[], namespace = 'functions.'): string {
  if (findTool(tools, path)) return path
  if (path.startsWith(namespace)) return path.slice(namespace.length)
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(dot + 1)
    if (findTool(tools, name)) return name
  }
  return path
}

/** The name that a path, closed like a tag, ends with, where that is a known tool: `Library/find_book>`. */
export function endOfPath(path: string, tools: readonly ToolSpec[]): string {
  const whole = path.replace(/>$/, '').trim()
  const name = whole.slice(whole.lastIndexOf('/') + 1)
  return findTool(tools, whole) || !findTool(tools, name) ? whole : name
}

/** The parameter that plain words can only be meant for: the single one that must be given, or that there is. */
export function soleParameter(tools: readonly ToolSpec[], name: string): string | undefined {
  const parameters = findTool(tools, name)?.parameters ?? {}
  const properties = ownValue(parameters, 'properties')
  if (!isJsonObject(properties)) return undefined
  const names = Object.keys(properties)
  const required = ownValue(parameters, 'required')
  const needed = names.length > 1 && Array.isArray(required) ? names.filter((one) => required.includes(one)) : names
  const [only] = needed
  const schema = only === undefined ? undefined : ownValue(properties, only)
  return needed.length === 1 && isJsonObject(schema) && ownValue(schema, 'type') === 'string' ? only : undefined
}
