import { parsePath } from '../files/path.ts'
import type { Effect } from './tool.ts'

const VERBS = { read: 'read-files', list: 'read-files', write: 'write-files', delete: 'delete-files' } as const

/**
 * What stands plainly in a program, outside of comments and other strings:
 *
 *     const text = await files.read('/sales.csv')
 *                        ^^^^^^^^^^ ^^^^^^^^^^^^   reads /sales.csv
 */
const PIECE =
  /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$)|\bfiles\s{0,20}\.\s{0,20}(?<verb>read|list|write|delete)\s{0,20}\(\s{0,20}(?<quote>['"`])(?<path>[^'"`\\$\n\r]{1,300})\k<quote>|'(?:[^'\\\n\r]|\\[^])*'|"(?:[^"\\\n\r]|\\[^])*"/g

/** Longer programs are not searched: the card says what they may do. */
const LONGEST = 100_000

/** The files a program names where it uses them, in that order. It may use others as well. */
export function mentionedFiles(code: string): readonly Effect[] {
  if (code.length > LONGEST) return []
  const found = new Map<string, Effect>()
  for (const { groups } of code.matchAll(PIECE)) {
    const { verb, path: text } = groups ?? {}
    if (verb === undefined || text === undefined || !(verb in VERBS)) continue
    const path = parsePath(text)
    // The pattern lets only the four verbs through.
    const kind = VERBS[verb as keyof typeof VERBS]
    if (path.kind !== 'invalid') found.set(`${kind} ${path.path}`, { kind, path: path.path })
  }
  return [...found.values()]
}
