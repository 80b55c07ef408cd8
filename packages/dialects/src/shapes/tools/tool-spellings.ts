import type { ToolSpec } from '../../canonical/message.ts'
import { pythonRepr } from '../python/python-repr.ts'
import { toolElement } from './tool-element.ts'
import { bareJson, bareOf, describeParameters, functionJson, functionOf, leanSchema } from './tool-list.ts'
import { declareTool } from './typescript-tools.ts'

/** How a tool is described in a lesson. In JSON it is its name, so that a shape can be written down. */
export interface ToolSpelling {
  (tool: ToolSpec): string
  toJSON(): string
}

// @__NO_SIDE_EFFECTS__
export function toolSpelling(name: string, spell: (tool: ToolSpec) => string): ToolSpelling {
  return Object.assign((tool: ToolSpec) => spell(tool), { toJSON: () => name })
}

/** `{"type": "function", "function": {"name": …}}` on one line. */
export const asFunction: ToolSpelling = toolSpelling('function', functionJson)

/** `{"name": …, "description": …, "parameters": …}` on one line. */
export const asObject: ToolSpelling = toolSpelling('object', bareJson)

/** Both over several lines, the first also as the item of a list. */
export const asFunctionLines: ToolSpelling = toolSpelling('function-lines', (tool) => JSON.stringify(functionOf(tool), null, 4))
export const asObjectLines: ToolSpelling = toolSpelling('object-lines', (tool) => JSON.stringify(bareOf(tool), null, 4))
export const asFunctionItem: ToolSpelling = toolSpelling('function-item', (tool) =>
  JSON.stringify([functionOf(tool)], null, 4).slice(2, -2),
)

/** `type find_book = (_: {title: string}) => any;` */
export const asTypeScript: ToolSpelling = toolSpelling('typescript', (tool) => declareTool(tool, { indent: '' }))
export const asIndentedTypeScript: ToolSpelling = toolSpelling('typescript-indented', (tool) =>
  declareTool(tool, { indent: '  ' }),
)

/** As Python prints it. */
export const asPythonValue: ToolSpelling = toolSpelling('python-value', (tool) => pythonRepr(functionOf(tool)))

/** An element for each key of its schema. */
export const asElement: ToolSpelling = toolSpelling('element', toolElement)

/** What it is for, then a line for every parameter. */
export const asLines: ToolSpelling = toolSpelling('lines', (tool) => [tool.description, ...describeParameters(tool)].join('\n'))

/** Its name and its schema on one line: the description stands elsewhere. */
export const asSignature: ToolSpelling = toolSpelling('signature', ({ name, parameters }) =>
  JSON.stringify({ type: 'function', function: { name, parameters: leanSchema(parameters) } }),
)

/** Its schema alone. */
export const asSchema: ToolSpelling = toolSpelling('schema', (tool) => JSON.stringify(leanSchema(tool.parameters)))
