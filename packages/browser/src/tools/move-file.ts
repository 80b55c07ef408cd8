import { z } from 'zod'
import type { By, Entry, FileSystem } from '../files/file-system.ts'
import { joinPath, nameOf, type Path } from '../files/path.ts'
import { field, say } from '../words/tools.ts'
import { toolOutput } from './define-tool.ts'
import { checkFolderSlash, countTree, defineFileTool, modelIn, pathIn, person, previewOrRefusal } from './file-tool.ts'
import type { Tool } from './tool.ts'

const fields = {
  from: field('field.move-from'),
  to: field('field.move-to'),
}

const parameters = z.object({
  from: z.string().describe(fields.from.message),
  to: z.string().describe(fields.to.message),
})

export function createMoveFile(files: FileSystem): Tool {
  return defineFileTool({
    name: 'move_file',
    face: { icon: 'move', title: say('tool.move'), fields },
    description: 'Move or rename a file or directory in the virtual file system. Never replaces anything that exists.',
    parameters,
    paths: ['from', 'to'],
    effects: ({ from, to }) => [
      { kind: 'delete-files', path: pathIn(from), whole: true },
      { kind: 'write-files', path: pathIn(to) },
    ],
    preview: ({ from, to }) =>
      previewOrRefusal(async () => {
        const entry = await checkFolderSlash(files, from, person)
        const target = await findTarget(files, entry.path, to, person)
        const inside = entry.type === 'folder' ? await countTree(files, entry.path, person) : undefined
        const { path } = entry
        return {
          verb: say('do.move'),
          sentence: inside
            ? say('preview.move-folder', { path, files: inside.files, target })
            : say('preview.move', { path, target }),
        }
      }),
    async execute({ from, to }, context) {
      const by = modelIn(context)
      const entry = await checkFolderSlash(files, from, by)
      const target = await findTarget(files, entry.path, to, by)
      context.signal.throwIfAborted()
      const moved = await files.move(entry.path, target, by)
      return toolOutput({ content: `Success. ${entry.path} is now ${moved.path}.`, display: { path: moved.path } })
    },
  })
}

/** Into a folder that exists, or that a slash at the end asks for; else the path itself. */
async function findTarget(files: FileSystem, from: Path, to: string, by: By): Promise<Path> {
  const target = pathIn(to)
  if (target === from) return target
  if (to !== target) return joinPath(target, nameOf(from))
  const there = await findEntry(files, target, by)
  return there?.type === 'folder' ? joinPath(target, nameOf(from)) : target
}

async function findEntry(files: FileSystem, path: Path, by: By): Promise<Entry | undefined> {
  return files.stat(path, by).catch(() => undefined)
}
