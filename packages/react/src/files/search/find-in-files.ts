import type { Entry, FileContent, FileSystem, Path } from '@parley/browser/files'
import { YOU } from '../use-file-tree.ts'

export interface FoundLine {
  readonly path: Path
  /** Counted from 1. Absent: the name itself is found. */
  readonly line?: number
  /** The line around what was found, cut where it is long. */
  readonly before: string
  readonly found: string
  readonly after: string
}

export const MOST_FOUND = 200
const MOST_IN_FILE = 20
/** Larger files are searched by their names only. */
const MOST_BYTES = 2_000_000
const TOGETHER = 40
const AROUND = 60

/** Where the words stand in names and texts, a few files at a time so that the page stays awake. Ends early with the signal. */
export async function findInFiles(
  files: FileSystem,
  entries: readonly Entry[],
  words: string,
  signal: AbortSignal,
): Promise<readonly FoundLine[]> {
  const wanted = words.toLocaleLowerCase()
  const found: FoundLine[] = []
  const searched = entries.filter((entry) => entry.type === 'file')
  for (const { path } of searched)
    found.push(
      ...findIn(path, path, wanted)
        .slice(0, 1)
        .map(({ line: _line, ...name }) => name),
    )
  const texts = searched.filter(({ binary, size }) => !binary && size <= MOST_BYTES)
  for (let from = 0; from < texts.length && found.length < MOST_FOUND; from += TOGETHER) {
    const contents = await files.readMany(
      texts.slice(from, from + TOGETHER).map(({ path }) => path),
      YOU,
    )
    signal.throwIfAborted()
    for (const content of contents) found.push(...linesOf(content, wanted))
  }
  return found.slice(0, MOST_FOUND + 1)
}

function linesOf(content: FileContent | undefined, wanted: string): readonly FoundLine[] {
  if (typeof content?.data !== 'string') return []
  return findIn(content.entry.path, content.data, wanted)
}

/** Each place in a text, with a piece of its line. */
export function findIn(path: Path, text: string, wanted: string): readonly FoundLine[] {
  const small = text.toLocaleLowerCase()
  // Some letters change their length in small: then places in one are not those of the other.
  const searched = small.length === text.length ? small : text
  const found: FoundLine[] = []
  let line = 1
  let counted = 0
  for (
    let at = searched.indexOf(wanted);
    at !== -1 && found.length < MOST_IN_FILE;
    at = searched.indexOf(wanted, at + wanted.length)
  ) {
    for (let end = text.indexOf('\n', counted); end !== -1 && end < at; end = text.indexOf('\n', counted)) {
      line += 1
      counted = end + 1
    }
    const end = text.indexOf('\n', at + wanted.length)
    found.push({
      path,
      line,
      before: text.slice(Math.max(counted, at - AROUND), at).trimStart(),
      found: text.slice(at, at + wanted.length),
      after: text.slice(at + wanted.length, Math.min(end === -1 ? text.length : end, at + wanted.length + AROUND)),
    })
  }
  return found
}
