import { browserJs, type ToolSpec, type Toolset, vfs } from '@parley/dialects'
import { refusal } from '../http-fault.ts'

const text = (description: string) => ({ type: 'string', description })
const object = (properties: Record<string, ReturnType<typeof text>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** What a page of ours offers under these names, for clients that switch toolsets on by name and bring no definitions. */
const SPECS: readonly ToolSpec[] = [
  {
    name: 'browser_js_eval',
    description:
      "Execute JavaScript code in the user's browser environment. Use this for calculations, data processing, or accessing browser APIs. Returns the result of the last expression or console logs.",
    parameters: object({ code: text("The JavaScript code to execute. e.g. '2 + 2' or 'window.innerWidth'") }),
  },
  {
    name: 'list_directory',
    description:
      'List files and directories at a specific path in the virtual file system. Always list before reading to ensure paths exist.',
    parameters: object({ path: text("The directory path to list, for example '/'.") }),
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

/** The tools of the toolsets with these names. */
export function toolsOfSets(ids: readonly string[]): readonly ToolSpec[] {
  return [...new Set(ids)].flatMap((id) => {
    const set = TOOLSETS.find((toolset) => toolset.id === id)
    if (!set) {
      const known = TOOLSETS.map((toolset) => toolset.id).join(', ')
      throw refusal(
        'request/invalid',
        `There is no toolset \`${id}\` in \`config.enabledTools\`. Use ${known}, or send the tools themselves.`,
        { field: 'config.enabledTools' },
      )
    }
    return SPECS.filter(({ name }) => set.tools.includes(name))
  })
}
