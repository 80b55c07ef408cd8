import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import type { FileEntry, FileSystem } from '../files/file-system.ts'
import { field, say } from '../words/tools.ts'
import { toolOutput } from './define-tool.ts'
import { checkFolderSlash, countTree, defineFileTool, modelIn, pathIn, person, previewOrRefusal } from './file-tool.ts'
import type { Preview, Tool } from './tool.ts'

const fields = {
  path: field('field.delete-path'),
  recursive: field('field.delete-recursive'),
}

const parameters = z.object({
  path: z.string().describe(fields.path.message),
  recursive: z.boolean().default(false).describe(fields.recursive.message),
})

export function createDeleteFile(files: FileSystem): Tool {
  return defineFileTool({
    name: 'delete_file',
    face: { icon: 'delete', title: say('tool.delete'), fields },
    description: 'Delete a file or directory in the virtual file system. The user can bring it back from the history.',
    parameters,
    paths: ['path'],
    effects: ({ path, recursive }) => [{ kind: 'delete-files', path: pathIn(path), ...(recursive && { whole: true }) }],
    preview: ({ path }) =>
      previewOrRefusal(async () => {
        const entry = await checkFolderSlash(files, path, person)
        if (entry.type === 'file') return drawFile(files, entry)
        const { files: count, bytes } = await countTree(files, entry.path, person)
        return { sentence: say('preview.delete-folder', { path: entry.path, files: count, bytes }) }
      }),
    async execute({ path, recursive }, context) {
      const by = modelIn(context)
      const entry = await checkFolderSlash(files, path, by)
      context.signal.throwIfAborted()
      await files.remove(entry.path, by, { recursive })
      return toolOutput({ content: `Success. ${entry.path} is deleted.`, display: { path: entry.path } })
    },
  })
}

async function drawFile(files: FileSystem, entry: FileEntry): Promise<Preview> {
  const sentence = say('preview.delete', { path: entry.path, count: entry.size })
  if (entry.binary) return { sentence }
  const { data } = await files.read(entry.path, person)
  return { sentence, view: { kind: 'diff', path: entry.path, before: toText(data), after: '' } }
}
