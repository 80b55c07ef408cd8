import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import { FileError } from '../files/file-error.ts'
import type { By, FileContent, FileEntry, FileSystem } from '../files/file-system.ts'
import { countLineChanges, countLines } from '../files/line-changes.ts'
import type { Path } from '../files/path.ts'
import { counted } from './counted.ts'
import { toolOutput } from './define-tool.ts'
import { defineFileTool, inWords, modelIn, pathIn, person, previewOrRefusal, type SeenVersions } from './file-tool.ts'
import type { Language, Preview, Tool } from './tool.ts'

const parameters = z.object({
  path: z.string().describe('The absolute path of the file to write.'),
  content: z.string().describe('The text content to write into the file.'),
})

export function createWriteFile(files: FileSystem, seen: SeenVersions = new Map()): Tool {
  return defineFileTool({
    name: 'write_file',
    face: { icon: 'write', title: { en: 'Write file', zh: '写入文件' } },
    description: "Write text content to a file in the virtual file system. Creates parent directories if they don't exist.",
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'write-files', path: pathIn(path) }],
    preview: ({ path, content }, language) =>
      previewOrRefusal(language, async () =>
        drawWrite(filePath(path), await findFile(files, pathIn(path), person), content, language),
      ),
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
export function drawWrite(path: Path, present: FileContent | undefined, after: string, language: Language): Preview {
  const before = present === undefined || present.entry.binary ? undefined : toText(present.data)
  const view = { kind: 'diff', path, before, after } as const
  if (present === undefined) {
    const lines = countLines(after)
    return {
      sentence: inWords(language, {
        en: `Create ${path} (new file, ${counted(lines, 'line')})`,
        zh: `新建 ${path}（新文件，${lines} 行）`,
      }),
      view,
    }
  }
  if (before === undefined)
    return { sentence: inWords(language, { en: `Replace the binary file ${path}`, zh: `替换二进制文件 ${path}` }), view }
  if (before === after)
    return { sentence: inWords(language, { en: `Write ${path} again, unchanged`, zh: `重新写入 ${path}（内容不变）` }), view }
  const { added, removed } = countLineChanges(before, after)
  return {
    sentence: inWords(language, { en: `Overwrite ${path} (+${added} −${removed})`, zh: `覆盖 ${path}（+${added} −${removed}）` }),
    view,
  }
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
  throw new FileError(
    'ESTALE',
    path,
    `The user changed ${path} after you read it. Nothing was written. Read it again and repeat your change on what it says now.`,
  )
}

export function filePath(path: string): Path {
  const where = pathIn(path)
  if (path !== where || where === '/')
    throw new FileError('EISDIR', where, `${path} names a folder. Write the path of a file, without a slash at the end.`)
  return where
}
