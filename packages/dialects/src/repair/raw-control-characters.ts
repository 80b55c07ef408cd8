import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'
import { rewriteStrings } from './pieces.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** A line break or a tab, written as it is instead of as an escape. */
export const rawControlCharacters: Mending = {
  ...flaw('raw-control-characters'),
  mend: (text) => rewriteStrings(text, (inside) => inside.replaceAll(CONTROL, escaped)),
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /\\[^]|[\0-\x1f]/g

/** A backslash before a raw line break is one of the shell's, and is meant. */
function escaped(found: string): string {
  const char = found.slice(-1)
  if (char >= ' ') return found
  const name = NAMES.get(char) ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  return found.length > 1 ? `\\\\${name}` : name
}
