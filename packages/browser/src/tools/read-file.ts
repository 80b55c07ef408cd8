import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import { FileError } from '../files/file-error.ts'
import type { FileSystem } from '../files/file-system.ts'
import { countLines } from '../files/line-changes.ts'
import { counted } from './counted.ts'
import { toolOutput } from './define-tool.ts'
import { defineFileTool, inWords, modelIn, pathIn, type SeenVersions } from './file-tool.ts'
import type { Language, Tool } from './tool.ts'

// About ten thousand tokens: enough for nearly every source file, not enough to fill a context.
const MAX_CHARACTERS = 40_000

const parameters = z.object({
  path: z.string().describe('The absolute path of the file to read.'),
  start_line: z
    .int()
    .min(1)
    .optional()
    .describe('The first line to read, counted from 1. Leave it out to read from the beginning.'),
  end_line: z.int().min(1).optional().describe('The last line to read. Leave it out to read to the end.'),
  start_character: z
    .int()
    .min(0)
    .optional()
    .describe('Continue inside a very long line: the position an earlier answer ended at.'),
})
type Range = Omit<z.output<typeof parameters>, 'path'>

export function createReadFile(files: FileSystem, seen: SeenVersions = new Map()): Tool {
  return defineFileTool({
    name: 'read_file',
    face: { icon: 'read', title: { en: 'Read file', zh: '读取文件' } },
    description: 'Read the text content of a file from the virtual file system.',
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'read-files', path: pathIn(path) }],
    preview: ({ path, ...range }, language) => sentence(path, range, language),
    async execute({ path, ...range }, context) {
      const where = pathIn(path)
      if (path !== where)
        throw new FileError('ENOTDIR', where, `${path} ends in a slash, which names a folder. List it, or leave the slash out.`)
      const { entry, data } = await files.read(where, modelIn(context))
      seen.set(where, entry.version)
      if (entry.binary) {
        throw new FileError(
          'EINVAL',
          where,
          `${where} is not a text file (${counted(entry.size, 'byte')}), so it cannot be read as text.`,
        )
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

function sentence(path: string, range: Range, language: Language): string {
  const { start_line: first, end_line: last } = range
  if (first === undefined && last === undefined) return inWords(language, { en: `Read ${path}`, zh: `读取 ${path}` })
  const from = first ?? 1
  return inWords(language, {
    en: `Read ${path} from line ${from}${last === undefined ? '' : ` to ${last}`}`,
    zh: last === undefined ? `从第 ${from} 行起读取 ${path}` : `读取 ${path} 的第 ${from} 至 ${last} 行`,
  })
}
