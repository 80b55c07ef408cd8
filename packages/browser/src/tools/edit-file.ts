import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import { FileError } from '../files/file-error.ts'
import type { By, FileContent, FileSystem } from '../files/file-system.ts'
import { applyEdit, type Edit } from './apply-edit.ts'
import { counted } from './counted.ts'
import { toolOutput } from './define-tool.ts'
import { defineFileTool, modelIn, pathIn, person, previewOrRefusal, type SeenVersions } from './file-tool.ts'
import type { Tool } from './tool.ts'
import { drawWrite, filePath, refuseUnseen } from './write-file.ts'

const parameters = z.object({
  path: z.string().describe('The absolute path of the file to change.'),
  old_text: z
    .string()
    .optional()
    .describe('The exact text to replace, as it stands in the file, with its spaces and line breaks.'),
  new_text: z.string().optional().describe('The text to put in its place. Empty to remove it.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence. Without it old_text must occur exactly once.'),
  patch: z.string().optional().describe('Instead of old_text and new_text: a unified diff for this one file.'),
})

export function createEditFile(files: FileSystem, seen: SeenVersions = new Map()): Tool {
  return defineFileTool({
    name: 'edit_file',
    face: { icon: 'edit', title: { en: 'Edit file', zh: '编辑文件' } },
    description:
      'Change part of a text file in the virtual file system: replace an exact piece of text, or apply a patch. Fails without changing anything if the text is not there.',
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'write-files', path: pathIn(path) }],
    preview: ({ path, ...edit }, language) =>
      previewOrRefusal(language, async () => {
        const { present, after } = await planEdit(files, path, edit, person)
        return drawWrite(present.entry.path, present, after, language)
      }),
    async execute({ path, ...edit }, context) {
      const by = modelIn(context)
      const { present, after, changes } = await planEdit(files, path, edit, by)
      refuseUnseen(present.entry.path, present.entry, seen)
      context.signal.throwIfAborted()
      const { entry } = await files.write(present.entry.path, after, by, { expect: present.entry.version })
      seen.set(entry.path, entry.version)
      return toolOutput({
        content: `Success. ${counted(changes, 'change')} made in ${entry.path} (${counted(entry.size, 'byte')}).`,
        display: { path: entry.path, version: entry.version, size: entry.size },
      })
    },
  })
}

async function planEdit(
  files: FileSystem,
  path: string,
  edit: Edit,
  by: By,
): Promise<{ readonly present: FileContent; readonly after: string; readonly changes: number }> {
  const present = await files.read(filePath(path), by)
  if (present.entry.binary) throw new FileError('EINVAL', path, `${path} is not a text file, so it cannot be edited.`)
  const edited = applyEdit(toText(present.data), edit)
  if (edited.kind === 'conflict') throw new FileError('EINVAL', path, `${edited.problem} Nothing was changed.`)
  return { present, after: edited.text, changes: edited.changes }
}
