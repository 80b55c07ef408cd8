import type { Dialect } from '../../dialect.ts'
import { PROSE } from './prose-samples.ts'

const LEAST_MARK = 3
const MOST_MARK = 200
const MOST_MARKS = 64

/** What is wrong with the marks of a dialect that came from outside. Undefined: nothing. A template could make `the ` open a call. */
export function problemOfMarks({ openers = [], markup }: Dialect): string | undefined {
  const all = [...new Set([...openers, ...markup])]
  if (openers.length === 0) return 'nothing marks where a call begins'
  if (all.length > MOST_MARKS) return 'it has too many marks'
  if (all.some((mark) => mark.length > MOST_MARK)) return 'one of its marks is too long'
  const short = openers.find((mark) => mark.trim().length < LEAST_MARK)
  if (short !== undefined) return `the mark ${JSON.stringify(short)} is too short to be told from text`
  const plain = all.find(isPlainMark)
  return plain === undefined ? undefined : `the mark ${JSON.stringify(plain.slice(0, 40))} stands in ordinary text`
}

/** Whether a mark is made of words, or stands in what people write every day. */
export const isPlainMark = (mark: string): boolean =>
  /^[\p{L}\p{N}\p{Z}\s.,;:!?'"()-]*$/u.test(mark) || PROSE.some(({ text }) => text.includes(mark.trim()))
