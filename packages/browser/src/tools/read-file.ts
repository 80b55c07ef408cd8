import type { Sentence } from '@parley/dialects'
import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import { FileError } from '../files/file-error.ts'
import type { FileSystem } from '../files/file-system.ts'
import { countLines } from '../files/line-changes.ts'
import { field, say } from '../words/tools.ts'
import { toolOutput } from './define-tool.ts'
import { counted, defineFileTool, modelIn, pathIn, type SeenVersions } from './file-tool.ts'
import type { Tool } from './tool.ts'

// About ten thousand tokens: enough for nearly every source file, not enough to fill a context.
const MAX_CHARACTERS = 40_000

const fields = {
  path: field('field.read-path'),
  start_line: field('field.read-start-line'),
  end_line: field('field.read-end-line'),
  start_character: field('field.read-start-character'),
}

const parameters = z.object({
  path: z.string().describe(fields.path.message),
  start_line: z.int().min(1).optional().describe(fields.start_line.message),
  end_line: z.int().min(1).optional().describe(fields.end_line.message),
  start_character: z.int().min(0).optional().describe(fields.start_character.message),
})
type Range = Omit<z.output<typeof parameters>, 'path'>

export function createReadFile(files: FileSystem, seen: SeenVersions = new Map()): Tool {
  return defineFileTool({
    name: 'read_file',
    face: { icon: 'read', title: say('tool.read'), fields },
    description: 'Read the text content of a file from the virtual file system.',
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'read-files', path: pathIn(path) }],
    preview: ({ path, ...range }) => sentence(path, range),
    async execute({ path, ...range }, context) {
      const where = pathIn(path)
      if (path !== where) throw new FileError('ENOTDIR', where, say('file.slash', { path }))
      const { entry, data } = await files.read(where, modelIn(context))
      seen.set(where, entry.version)
      if (entry.binary) {
        throw new FileError('EINVAL', where, say('file.no-text-read', { path: where, count: entry.size }))
      }
      if (entry.size === 0) return toolOutput({ content: `[${where} is empty.]` })
      const content = cut(toText(data), range)
      return toolOutput({ content, display: { path: where, version: entry.version, size: entry.size } })
    },
  })
}

/** The wanted piece of a text, no longer than the cap, with a note that says how to get the rest. */
function cut(text: string, range: Range): string {
  const from = range.start_character ?? startOfLine(text, range.start_line ?? 1)
  if (from === undefined || from > text.length) {
    return `[There is nothing there: the file has ${counted(countLines(text), 'line')} and ${counted(text.length, 'character')}.]`
  }
  const wanted = range.end_line === undefined ? text.length : (startOfLine(text, range.end_line + 1) ?? text.length)
  const to = Math.max(from, Math.min(wanted, from + MAX_CHARACTERS))
  if (to === wanted && from === 0 && to === text.length) return text
  const end = to < wanted ? endNicely(text, from, to) : to
  const piece = text.slice(from, end)
  if (end >= wanted) return piece
  const rest = text[end - 1] === '\n' ? `start_line: ${countLines(text.slice(0, end)) + 1}` : `start_character: ${end}`
  return `${piece}${piece.endsWith('\n') ? '' : '\n'}[${text.length - end} more characters follow. Read on with ${rest}.]`
}

/** Between lines if there is one to stop at, and never inside a character. */
function endNicely(text: string, from: number, to: number): number {
  const newline = text.lastIndexOf('\n', to - 1) + 1
  if (newline > from) return newline
  const unit = text.charCodeAt(to - 1)
  return unit >= 0xd800 && unit < 0xdc00 ? to - 1 : to
}

function startOfLine(text: string, line: number): number | undefined {
  let at = 0
  for (let count = 1; count < line; count++) {
    const newline = text.indexOf('\n', at)
    if (newline === -1) return undefined
    at = newline + 1
  }
  return at
}

function sentence(path: string, { start_line: first, end_line: last }: Range): Sentence {
  if (first === undefined && last === undefined) return say('preview.read', { path })
  const from = first ?? 1
  return last === undefined ? say('preview.read-from', { path, from }) : say('preview.read-lines', { path, from, last })
}
