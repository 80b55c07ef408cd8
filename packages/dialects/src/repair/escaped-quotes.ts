import { flaw } from '../canonical/flaws.ts'
import type { Mending } from './mending.ts'

/** A quote before which nobody put a backslash. */
const BARE = /(?<!\\)(?:\\\\)*"/

/**
 * JSON as it would stand inside of a string:
 *
 *     {\"title\": \"Momo\"}
 */
export const escapedQuotes: Mending = {
  ...flaw('escaped-quotes'),
  mend: (text) =>
    text.includes('\\"') && !BARE.test(text) ? text.replaceAll(/\\(["\\/bfnrt]|u[\da-fA-F]{4})/g, unescaped) : undefined,
}

const unescaped = (escape: string): string => JSON.parse(`"${escape}"`) as string
