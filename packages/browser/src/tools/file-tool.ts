import { type JsonObject, ownValue } from '@parley/dialects'
import type { z } from 'zod'
import { FileError, isFileError } from '../files/file-error.ts'
import type { By, Entry, FileSystem } from '../files/file-system.ts'
import { type Path, parsePath, toPath } from '../files/path.ts'
import { say } from '../words/tools.ts'
import { defineTool, type ToolDefinition, toolOutput } from './define-tool.ts'
import type { Checked, Preview, Tool, ToolContext } from './tool.ts'

/** The toolset that all file tools are switched on and off with. */
export const FILE_TOOLSET = 'vfs'

/** Which version of a file the model knows, so that it cannot overwrite what somebody else wrote since. */
export type SeenVersions = Map<Path, number>

export interface FileToolDefinition<Schema extends z.ZodObject> extends ToolDefinition<Schema> {
  /** The arguments that are paths. They are resolved before anything looks at them: policy, preview and tool see one and the same. */
  readonly paths: readonly (keyof z.output<Schema> & string)[]
}

/** A tool over files: its paths are checked, and what the file system refuses is told to the model instead of thrown. */
export function defineFileTool<Schema extends z.ZodObject>(definition: FileToolDefinition<Schema>): Tool {
  const tool = defineTool<Schema>({
    ...definition,
    toolset: FILE_TOOLSET,
    async execute(args, context) {
      try {
        return await definition.execute(args, context)
      } catch (error) {
        if (!isFileError(error)) throw error
        return toolOutput({
          outcome: 'error',
          content: error.message,
          display: { code: error.code, path: error.path, ...(error.words && { words: error.words }) },
        })
      }
    },
  })
  return { ...tool, check: (input) => resolvePaths(tool.check(input), definition.paths) }
}

function resolvePaths(checked: Checked<JsonObject>, keys: readonly string[]): Checked<JsonObject> {
  if (checked.kind === 'invalid') return checked
  let { value } = checked
  for (const key of keys) {
    const text = ownValue(value, key)
    if (typeof text !== 'string') continue
    const parsed = parsePath(text)
    if (parsed.kind === 'invalid')
      return { kind: 'invalid', problem: parsed.error.message, ...(parsed.error.words && { words: parsed.error.words }) }
    value = { ...value, [key]: parsed.mustBeFolder && parsed.path !== '/' ? `${parsed.path}/` : parsed.path }
  }
  return { kind: 'valid', value }
}

export function modelIn(context: ToolContext): By {
  return { actor: 'model', call: context.callId }
}

/** For previews: they are drawn for the person. */
export const person: By = { actor: 'user' }

/** The resolved path of an argument that `check` let through. */
export function pathIn(text: string): Path {
  return toPath(text)
}

/** A preview that the file system refuses shows the refusal: the call would end the same way. */
export async function previewOrRefusal(draw: () => Promise<Preview>): Promise<Preview> {
  try {
    return await draw()
  } catch (error) {
    if (!isFileError(error)) throw error
    const { message, words } = error
    return { sentence: say('tool.would-fail', { problem: { message, ...(words && { words }) } }) }
  }
}

/** `counted(1, 'byte')` → `1 byte`, `counted(2, 'byte')` → `2 bytes`: how sizes and numbers are said, everywhere. */
export function counted(count: number, noun: 'byte' | 'change' | 'character' | 'file' | 'line' | 'more file'): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export interface TreeSize {
  readonly files: number
  readonly bytes: number
}

export async function countTree(files: FileSystem, folder: Path, by: By): Promise<TreeSize> {
  let count = 0
  let bytes = 0
  for (const entry of await files.tree(folder, by)) {
    if (entry.type === 'folder') continue
    count += 1
    bytes += entry.size
  }
  return { files: count, bytes }
}

/** What is at a path; refused when the path ends in a slash and it is not a folder. */
export async function checkFolderSlash(files: FileSystem, path: string, by: By): Promise<Entry> {
  const where = pathIn(path)
  const entry = await files.stat(where, by)
  if (path !== where && entry.type === 'file') {
    throw new FileError('ENOTDIR', where, say('file.folder-named', { file: where, path }))
  }
  return entry
}
