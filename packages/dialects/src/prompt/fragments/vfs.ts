import type { Toolset } from '../toolset.ts'

/** Each tool as it is called, and what it returns. */
const TOOLS: ReadonlyMap<string, string> = new Map([
  [
    'list_directory',
    '`list_directory(path: string = "/")` -> Returns string[]: the names, those of directories with `/` at the end',
  ],
  ['read_file', '`read_file(path: string)` -> Returns the file content'],
  ['write_file', '`write_file(path: string, content: string)` -> Returns "Success" or an error'],
  ['edit_file', '`edit_file(path: string, old_text: string, new_text: string)` -> Returns "Success" or an error'],
  ['search_files', '`search_files(text: string)` -> Returns the lines that contain the text, or the files whose names match'],
  ['move_file', '`move_file(from: string, to: string)` -> Returns "Success" or an error'],
  ['delete_file', '`delete_file(path: string)` -> Returns "Success" or an error'],
])

const CHANGES = ['write_file', 'edit_file', 'move_file', 'delete_file']

interface Guideline {
  /** The tools it is about: it is given when all of them are offered. */
  readonly about: readonly string[]
  readonly text: string
}

const GUIDELINES: readonly Guideline[] = [
  {
    about: ['list_directory', 'read_file'],
    text: "**Directory Discovery**: You MUST call `list_directory` before attempting to read a file you haven't seen in the current session.",
  },
  {
    about: ['write_file'],
    text: '**Atomic Writes**: `write_file` overwrites the target file. You must provide the full new content.',
  },
  { about: ['write_file', 'read_file'], text: 'Read a file before you overwrite it if you mean to keep parts of it.' },
  { about: [], text: '**Pathing**: Use absolute paths starting with `/`.' },
  { about: ['write_file'], text: 'Parent directories are created by a write.' },
]

const SEEN =
  'The user sees every change as a diff before it happens, and can refuse it or change it. The result says what was done.'

export const vfs: Toolset = {
  id: 'vfs',
  tools: [...TOOLS.keys()],
  fragment(offered) {
    const access = CHANGES.some((name) => offered.has(name)) ? 'read/write' : 'read'
    const tools = [...TOOLS].filter(([name]) => offered.has(name)).map(([, line], index) => `  ${index + 1}. ${line}`)
    const guidelines = GUIDELINES.filter(({ about }) => about.every((name) => offered.has(name))).map(({ text }) => text)
    return [
      '### TOOL_PROTOCOL: Virtual File System',
      `You have ${access} access to a persistent Virtual File System (VFS) in the user's browser.`,
      '- TOOLS:',
      ...tools,
      '- OPERATIONAL_GUIDELINES:',
      ...[...guidelines, ...(access === 'read' ? [] : [SEEN])].map((line) => `  - ${line}`),
    ].join('\n')
  },
}
