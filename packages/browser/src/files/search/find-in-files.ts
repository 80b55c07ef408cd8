import { toText } from '../file-content.ts'
import type { By, FileEntry, FileSystem } from '../file-system.ts'
import { type Path, ROOT, rebase } from '../path.ts'
import { matchesPath } from '../path-pattern.ts'

const MAX_LINE = 300
const MAX_FILE_BYTES = 4 * 2 ** 20
const FILES_AT_ONCE = 100
const MAX_PATTERNS = 64

export interface Match {
  readonly path: Path
  readonly line: number
  readonly text: string
}

/** The files below a folder whose path a pattern matches. */
export async function findFiles(
  files: FileSystem,
  folder: Path,
  glob: string | undefined,
  by: By,
): Promise<readonly FileEntry[]> {
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
  /** One more is looked for, to say that there are more. */
  readonly most: number
}

/** The lines that contain a text, literally. */
export async function searchText(
  files: FileSystem,
  found: readonly FileEntry[],
  wanted: Wanted,
  signal: AbortSignal,
): Promise<readonly Match[]> {
  const readable = found.filter((entry) => !entry.binary && entry.size <= MAX_FILE_BYTES)
  const matches: Match[] = []
  for (let start = 0; start < readable.length && matches.length <= wanted.most; start += FILES_AT_ONCE) {
    signal.throwIfAborted()
    const paths = readable.slice(start, start + FILES_AT_ONCE).map((entry) => entry.path)
    for (const file of await files.readMany(paths, wanted.by)) {
      if (file !== undefined) collectMatches(file.entry.path, toText(file.data), wanted, matches)
    }
  }
  return matches
}

function collectMatches(path: Path, content: string, { text, ignoreCase, most }: Wanted, matches: Match[]): void {
  const fold = (piece: string) => (ignoreCase ? piece.toLowerCase() : piece)
  const needle = fold(text)
  if (!fold(content).includes(needle)) return
  const lines = content.split('\n')
  const height = needle.split('\n').length
  for (const [index] of lines.entries()) {
    if (matches.length > most) return
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
