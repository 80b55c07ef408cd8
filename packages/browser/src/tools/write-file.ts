import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import { FileError } from '../files/file-error.ts'
import type { By, FileContent, FileEntry, FileSystem } from '../files/file-system.ts'
import { countLineChanges, countLines } from '../files/line-changes.ts'
import type { Path } from '../files/path.ts'
import { field, say } from '../words/tools.ts'
import { toolOutput } from './define-tool.ts'
import { counted, defineFileTool, modelIn, pathIn, person, previewOrRefusal, type SeenVersions } from './file-tool.ts'
import type { Preview, Tool } from './tool.ts'

const fields = {
  path: field('field.write-path'),
  content: field('field.write-content'),
}

const parameters = z.object({
  path: z.string().describe(fields.path.message),
  content: z.string().describe(fields.content.message),
})

export function createWriteFile(files: FileSystem, seen: SeenVersions = new Map()): Tool {
  return defineFileTool({
    name: 'write_file',
    face: { icon: 'write', title: say('tool.write'), fields },
    description: "Write text content to a file in the virtual file system. Creates parent directories if they don't exist.",
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'write-files', path: pathIn(path) }],
    preview: ({ path, content }) =>
      previewOrRefusal(async () => drawWrite(filePath(path), await findFile(files, pathIn(path), person), content)),
    async execute({ path, content }, context) {
      const where = filePath(path)
      const by = modelIn(context)
      const present = (await findFile(files, where, by))?.entry
      refuseUnseen(where, present, seen)
      context.signal.throwIfAborted()
      const { entry } = await files.write(where, content, by, { expect: present?.version ?? 'absent' })
      seen.set(where, entry.version)
      return toolOutput({
        content: `Success. ${counted(entry.size, 'byte')} written to ${where}.`,
        display: { path: where, version: entry.version, size: entry.size },
      })
    },
  })
}

/** What a new content would do to the file, as a sentence and a diff. */
export function drawWrite(path: Path, present: FileContent | undefined, after: string): Preview {
  const before = present === undefined || present.entry.binary ? undefined : toText(present.data)
  const view = { kind: 'diff', path, before, after } as const
  if (present === undefined) {
    return { sentence: say('preview.create', { path, count: countLines(after) }), view }
  }
  if (before === undefined) return { sentence: say('preview.replace-binary', { path }), view }
  if (before === after) return { sentence: say('preview.unchanged', { path }), view }
  const { added, removed } = countLineChanges(before, after)
  return { sentence: say('preview.overwrite', { path, added, removed }), view }
}

/** `undefined` when nothing is there. A folder in the place of the file is refused as a write would be. */
async function findFile(files: FileSystem, path: Path, by: By): Promise<FileContent | undefined> {
  const [found] = await files.readMany([path], by)
  return found
}

/** Whoever changed the file after the model read it would lose that change without a word. */
export function refuseUnseen(path: Path, present: FileEntry | undefined, seen: SeenVersions): void {
  const known = seen.get(path)
  if (present === undefined || known === undefined || present.version === known || present.by.actor === 'model') return
  throw new FileError('ESTALE', path, say('file.changed-by-user', { path }))
}

export function filePath(path: string): Path {
  const where = pathIn(path)
  if (path !== where || where === '/') throw new FileError('EISDIR', where, say('file.names-folder', { path }))
  return where
}
