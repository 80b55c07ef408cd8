import { browserJs, type ToolSpec, type Toolset, vfs } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'

type Parameter = { readonly type: 'string'; readonly description: string; readonly default?: string }

const text = (description: string): Parameter => ({ type: 'string', description })
const object = (properties: Record<string, Parameter>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => properties[name]?.default === undefined),
})

/** What a page of ours offers under these names, for clients that switch tools on by name and bring no definitions. */
const SPECS: readonly ToolSpec[] = [
  {
    name: 'browser_js_eval',
    description:
      "Execute JavaScript code in a sandbox in the user's browser: a world of its own, apart from the page the user sees, without network, storage or files. Use this for calculations and data processing. Returns the value of the last expression and the console logs.",
    parameters: object({ code: text("The JavaScript code to execute. e.g. '2 + 2' or 'window.innerWidth'") }),
  },
  {
    name: 'list_directory',
    description:
      'List files and directories at a specific path in the virtual file system. Always list before reading to ensure paths exist.',
    parameters: object({ path: { ...text("The directory path to list. Defaults to root '/'."), default: '/' } }),
  },
  {
    name: 'read_file',
    description: 'Read the text content of a file from the virtual file system.',
    parameters: object({ path: text('The absolute path of the file to read.') }),
  },
  {
    name: 'write_file',
    description: "Write text content to a file in the virtual file system. Creates parent directories if they don't exist.",
    parameters: object({
      path: text('The absolute path of the file to write.'),
      content: text('The text content to write into the file.'),
    }),
  },
]

const TOOLSETS: readonly Toolset[] = [browserJs, vfs]

/** The tools that these names switch on: names of toolsets, of single tools, or both. A tool is offered once. */
export function toolsNamed(names: readonly string[]): readonly ToolSpec[] {
  const wanted = new Set(names.flatMap(toolsIn))
  return SPECS.filter(({ name }) => wanted.has(name))
}

function toolsIn(name: string): readonly string[] {
  const set = TOOLSETS.find(({ id }) => id === name)
  if (set) return set.tools
  if (SPECS.some((spec) => spec.name === name)) return [name]
  const known = [...TOOLSETS.map(({ id }) => id), ...SPECS.map((spec) => spec.name)].join(', ')
  throw refusal('request/invalid', say('tool.unknown-set', { name, known }), { field: 'config.enabledTools' })
}
