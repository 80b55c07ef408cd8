import type { LateWords } from '../language/late-words.ts'

/** A word by a key that came from the server; a newer one may have more. */
export const wordIn = (words: Readonly<Record<string, string>>, key: string): string =>
  (Object.hasOwn(words, key) ? words[key] : undefined) ?? key

export const wayName = (choice: string, words: LateWords): string => (choice === 'native' ? words.model.native : choice)

export function formatDay(at: string, tag: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? at : date.toLocaleDateString(tag, { dateStyle: 'medium' })
}

const MINUTE = 60_000

export const formatTime = (ms: number, words: LateWords): string =>
  ms < 2 * MINUTE
    ? words.doctor.seconds({ count: Math.ceil(ms / 1000) })
    : words.doctor.minutes({ count: Math.ceil(ms / MINUTE) })
