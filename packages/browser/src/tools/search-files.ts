import { z } from 'zod'
import { toText } from '../files/file-content.ts'
import { FileError } from '../files/file-error.ts'
import type { By, FileEntry, FileSystem } from '../files/file-system.ts'
import { isInside, type Path, ROOT, rebase } from '../files/path.ts'
import { matchesPath } from '../files/path-pattern.ts'
import { field, say } from '../words/tools.ts'
import { toolOutput } from './define-tool.ts'
import { counted, defineFileTool, modelIn, pathIn } from './file-tool.ts'
import type { Tool } from './tool.ts'

const MAX_MATCHES = 200
const MAX_LINE = 300
const MAX_FILE_BYTES = 4 * 2 ** 20
const FILES_AT_ONCE = 100
const MAX_PATTERNS = 64

const fields = {
  text: field('field.search-text'),
  glob: field('field.search-glob'),
  path: field('field.search-path'),
  ignore_case: field('field.search-ignore-case'),
}

const parameters = z.object({
  text: z.string().optional().describe(fields.text.message),
  glob: z.string().optional().describe(fields.glob.message),
  path: z.string().default('/').describe(fields.path.message),
  ignore_case: z.boolean().default(false).describe(fields.ignore_case.message),
})

interface Match {
  readonly path: Path
  readonly line: number
  readonly text: string
}

export interface SearchFilesOptions {
  /** Folders that are searched only where the call names them, because whoever allows a search of `/` did not mean them. */
  readonly apart?: readonly Path[]
}

/** Literal text only: a regular expression of a model could keep the page busy for hours. */
export function createSearchFiles(files: FileSystem, { apart = [] }: SearchFilesOptions = {}): Tool {
  return defineFileTool({
    name: 'search_files',
    face: { icon: 'search', title: say('tool.search'), fields },
    description: 'Find files by name pattern, or lines that contain a text, in the virtual file system.',
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'read-files', path: pathIn(path) }],
    preview: ({ text, glob, path }) => {
      const which = glob === undefined ? '' : ` (${glob})`
      const sentence = text === undefined ? say('preview.find', { which, path }) : say('preview.search', { text, path, which })
      return { sentence, verb: say('do.search') }
    },
    async execute({ text, glob, path, ignore_case: ignoreCase }, { signal, ...context }) {
      const by = modelIn({ signal, ...context })
      if (text === '') throw new FileError('EINVAL', path, say('search.empty'))
      const left = apart.filter((folder) => folder !== pathIn(path) && isInside(folder, pathIn(path)))
      const below = await findFiles(files, pathIn(path), glob, by)
      signal.throwIfAborted()
      const found = below.filter((entry) => !left.some((folder) => isInside(entry.path, folder)))
      if (text === undefined) return listPaths(found, left)
      return listMatches(await searchText(files, found, { text, ignoreCase, by }, signal), left)
    },
  })
}

async function findFiles(files: FileSystem, folder: Path, glob: string | undefined, by: By): Promise<readonly FileEntry[]> {
  const entries = (await files.tree(folder, by)).filter((entry) => entry.type === 'file')
  if (glob === undefined) return entries
  const patterns = expandBraces(glob).map((pattern) =>
    pattern.includes('/') ? `/${pattern.replace(/^\/+/, '')}` : `/**/${pattern}`,
  )
  // A pattern that begins with a slash counts from the root, any other from the folder that is searched.
  const base = glob.startsWith('/') ? ROOT : folder
  return entries.filter((entry) => patterns.some((pattern) => matchesPath(pattern, rebase(entry.path, base, ROOT))))
}

/** `*.{js,ts}` → `*.js`, `*.ts`. A pattern that would become too many is taken literally from there on. */
function expandBraces(glob: string): readonly string[] {
  let patterns = [glob]
  for (;;) {
    const next = patterns.flatMap((pattern) => {
      const braces = /\{([^{}]*)\}/.exec(pattern)
      if (braces === null) return [pattern]
      const [whole, inside = ''] = braces
      return inside
        .split(',')
        .map((choice) => pattern.slice(0, braces.index) + choice + pattern.slice(braces.index + whole.length))
    })
    if (next.length > MAX_PATTERNS || next.every((pattern, index) => pattern === patterns[index])) return patterns
    patterns = next
  }
}

interface Wanted {
  readonly text: string
  readonly ignoreCase: boolean
  readonly by: By
}

async function searchText(
  files: FileSystem,
  found: readonly FileEntry[],
  wanted: Wanted,
  signal: AbortSignal,
): Promise<readonly Match[]> {
  const readable = found.filter((entry) => !entry.binary && entry.size <= MAX_FILE_BYTES)
  const matches: Match[] = []
  for (let start = 0; start < readable.length && matches.length <= MAX_MATCHES; start += FILES_AT_ONCE) {
    signal.throwIfAborted()
    const paths = readable.slice(start, start + FILES_AT_ONCE).map((entry) => entry.path)
    for (const file of await files.readMany(paths, wanted.by)) {
      if (file !== undefined) collectMatches(file.entry.path, toText(file.data), wanted, matches)
    }
  }
  return matches
}

function collectMatches(path: Path, content: string, { text, ignoreCase }: Wanted, matches: Match[]): void {
  const fold = (piece: string) => (ignoreCase ? piece.toLowerCase() : piece)
  const needle = fold(text)
  if (!fold(content).includes(needle)) return
  const lines = content.split('\n')
  const height = needle.split('\n').length
  for (const [index] of lines.entries()) {
    if (matches.length > MAX_MATCHES) return
    const here = height === 1 ? (lines[index] ?? '') : lines.slice(index, index + height).join('\n')
    const at = fold(here).indexOf(needle)
    if (at !== -1 && at <= (lines[index] ?? '').length)
      matches.push({ path, line: index + 1, text: clip(lines[index] ?? '', at) })
  }
}

/** A very long line is shown around the match. */
function clip(line: string, at: number): string {
  if (line.length <= MAX_LINE) return line
  const start = Math.max(0, at - MAX_LINE / 2)
  return `${start > 0 ? '…' : ''}${line.slice(start, start + MAX_LINE).toWellFormed()}…`
}

/** The model must not take what was not searched for what is not there. */
function leftOut(left: readonly Path[]): string {
  return left.length === 0 ? '' : `\n[Not searched: ${left.join(', ')}. Search there by naming it as the path.]`
}

function listPaths(found: readonly FileEntry[], left: readonly Path[]) {
  const paths = found.slice(0, MAX_MATCHES).map((entry) => entry.path)
  const more =
    found.length > paths.length
      ? `\n[${counted(found.length - paths.length, 'more file')}. Narrow the pattern or the directory.]`
      : ''
  const note = more + leftOut(left)
  return toolOutput({ content: (paths.join('\n') || 'No file matches.') + note, ...(note === '' && { data: paths }) })
}

function listMatches(matches: readonly Match[], left: readonly Path[]) {
  if (matches.length === 0) {
    const note = leftOut(left)
    return toolOutput({ content: `No line contains this text.${note}`, ...(note === '' && { data: [] }) })
  }
  const shown = matches.slice(0, MAX_MATCHES)
  const more =
    matches.length > shown.length
      ? `\n[More than ${MAX_MATCHES} lines match. Narrow the text, the pattern or the directory.]`
      : ''
  return toolOutput({
    content: shown.map(({ path, line, text }) => `${path}:${line}: ${text}`).join('\n') + more + leftOut(left),
  })
}
