import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import { FileError } from '../files/file-error.ts'
import type { By, FileContent, FileSystem } from '../files/file-system.ts'
import { field, say } from '../words/tools.ts'
import type { Edit } from './apply-edit.ts'
import { toolOutput } from './define-tool.ts'
import { counted, defineFileTool, modelIn, pathIn, person, previewOrRefusal, type SeenVersions } from './file-tool.ts'
import type { Tool } from './tool.ts'
import { drawWrite, filePath, refuseUnseen } from './write-file.ts'

const fields = {
  path: field('field.edit-path'),
  old_text: field('field.edit-old-text'),
  new_text: field('field.edit-new-text'),
  replace_all: field('field.edit-replace-all'),
  patch: field('field.edit-patch'),
}

const parameters = z.object({
  path: z.string().describe(fields.path.message),
  old_text: z.string().optional().describe(fields.old_text.message),
  new_text: z.string().optional().describe(fields.new_text.message),
  replace_all: z.boolean().optional().describe(fields.replace_all.message),
  patch: z.string().optional().describe(fields.patch.message),
})

export function createEditFile(files: FileSystem, seen: SeenVersions = new Map()): Tool {
  return defineFileTool({
    name: 'edit_file',
    face: { icon: 'edit', title: say('tool.edit'), fields },
    description:
      'Change part of a text file in the virtual file system: replace an exact piece of text, or apply a patch. Fails without changing anything if the text is not there.',
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'write-files', path: pathIn(path) }],
    preview: ({ path, ...edit }) =>
      previewOrRefusal(async () => {
        const { present, after } = await planEdit(files, path, edit, person)
        return drawWrite(present.entry.path, present, after)
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
  if (present.entry.binary) throw new FileError('EINVAL', path, say('file.no-text-edit', { path }))
  // What reads patches is fetched with the first edit, not with the page.
  const { applyEdit } = await import('./apply-edit.ts')
  const edited = applyEdit(toText(present.data), edit)
  if (edited.kind === 'conflict') throw new FileError('EINVAL', path, say('edit.unchanged', { problem: edited.problem }))
  return { present, after: edited.text, changes: edited.changes }
}
