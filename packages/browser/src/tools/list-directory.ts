import { z } from 'zod'
import type { FileSystem } from '../files/file-system.ts'
import { field, say } from '../words/tools.ts'
import { toolOutput } from './define-tool.ts'
import { defineFileTool, modelIn, pathIn } from './file-tool.ts'
import type { Tool } from './tool.ts'

// More names than this would drown the conversation.
const MAX_NAMES = 1000

const fields = {
  path: field('field.list-path'),
}

const parameters = z.object({
  path: z.string().default('/').describe(fields.path.message),
})

/** Names, folders marked with a slash at the end. */
export function createListDirectory(files: FileSystem): Tool {
  return defineFileTool({
    name: 'list_directory',
    face: { icon: 'list', title: say('tool.list'), fields },
    description:
      'List files and directories at a specific path in the virtual file system. Always list before reading to ensure paths exist.',
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'read-files', path: pathIn(path) }],
    preview: ({ path }) => ({
      sentence: say('preview.list', { path: pathIn(path) }),
      verb: say('do.list'),
    }),
    async execute({ path }, context) {
      const entries = await files.list(pathIn(path), modelIn(context))
      const names = entries.map((entry) => (entry.type === 'folder' ? `${entry.name}/` : entry.name))
      const shown = names.slice(0, MAX_NAMES)
      const note =
        names.length > MAX_NAMES ? `\n[The first ${MAX_NAMES} of ${names.length} names. Find the others with search_files.]` : ''
      return toolOutput({ content: JSON.stringify(shown) + note, ...(note === '' && { data: shown }) })
    },
  })
}
