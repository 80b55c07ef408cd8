import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import type { FileEntry, FileSystem } from '../files/file-system.ts'
import { counted } from './counted.ts'
import { toolOutput } from './define-tool.ts'
import { defineFileTool, inWords, modelIn, pathIn, person, previewOrRefusal } from './file-tool.ts'
import type { Language, Preview, Tool } from './tool.ts'
import { checkFolderSlash, countTree } from './tree-size.ts'

const parameters = z.object({
  path: z.string().describe('The absolute path of the file or directory to delete.'),
  recursive: z.boolean().default(false).describe('Delete a directory together with everything in it.'),
})

export function createDeleteFile(files: FileSystem): Tool {
  return defineFileTool({
    name: 'delete_file',
    face: { icon: 'delete', title: { en: 'Delete', zh: '删除' } },
    description: 'Delete a file or directory in the virtual file system. The user can bring it back from the history.',
    parameters,
    paths: ['path'],
    effects: ({ path, recursive }) => [{ kind: 'delete-files', path: pathIn(path), ...(recursive && { whole: true }) }],
    preview: ({ path }, language) =>
      previewOrRefusal(language, async () => {
        const entry = await checkFolderSlash(files, path, person)
        if (entry.type === 'file') return drawFile(files, entry, language)
        const { files: count, bytes } = await countTree(files, entry.path, person)
        const en = `Delete the folder ${entry.path} with ${counted(count, 'file')} (${counted(bytes, 'byte')})`
        return { sentence: inWords(language, { en, zh: `删除文件夹 ${entry.path} 及其中 ${count} 个文件（${bytes} 字节）` }) }
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

async function drawFile(files: FileSystem, entry: FileEntry, language: Language): Promise<Preview> {
  const sentence = inWords(language, {
    en: `Delete ${entry.path} (${counted(entry.size, 'byte')})`,
    zh: `删除 ${entry.path}（${entry.size} 字节）`,
  })
  if (entry.binary) return { sentence }
  const { data } = await files.read(entry.path, person)
  return { sentence, view: { kind: 'diff', path: entry.path, before: toText(data), after: '' } }
}
