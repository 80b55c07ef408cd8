import { flaw } from './flaws.ts'
import { stringEnd } from './json.ts'
import type { Flaw } from './part.ts'
import type { Sentence } from './sentence.ts'
import { say } from './words.ts'

/** A key that an object has twice; `same` when both times with the same value. */
export interface RepeatedKey {
  readonly key: string
  readonly same: boolean
}

/** Harmless, and said all the same. */
export const REPEATED: Flaw = flaw('parameter-repeated')

/** What is wrong with a call that says two things at once: nobody can tell which was meant. */
export function repeatedProblem({ key }: RepeatedKey): Sentence {
  return say('call.unreadable', { problem: say('call.twice-different', { key }) })
}

/** What is open around a place in the text. */
interface Frame {
  /** What the object said so far; undefined in a list. */
  readonly members: Map<string, string> | undefined
  /** The key whose value is being read, and where that begins. */
  key: string | undefined
  from: number
}

/** A key of some object in the JSON text that stands there twice: `JSON.parse` would keep the last and say nothing. */
export function repeatedKey(text: string): RepeatedKey | undefined {
  const open: Frame[] = []
  let frame: Frame | undefined
  let found: RepeatedKey | undefined
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') {
      const end = stringEnd(text, at)
      if (frame?.members && frame.key === undefined) {
        frame.key = keyOf(text.slice(at, end + 1))
        frame.from = end + 1
      }
      at = end
    } else if (char === '{' || char === '[') {
      frame = { members: char === '{' ? new Map() : undefined, key: undefined, from: at }
      open.push(frame)
    } else if (char === ',' || char === '}' || char === ']') {
      found = endMember(frame, text.slice(frame?.from, at)) ?? found
      if (found?.same === false) return found
      if (char === ',') continue
      open.pop()
      frame = open.at(-1)
    }
  }
  return found
}

function endMember(frame: Frame | undefined, text: string): RepeatedKey | undefined {
  const { members, key } = frame ?? {}
  if (frame === undefined || members === undefined || key === undefined) return undefined
  const value = text.slice(text.indexOf(':') + 1).trim()
  const before = members.get(key)
  members.set(key, value)
  frame.key = undefined
  return before === undefined ? undefined : { key, same: before === value || isSame(before, value) }
}

/** Whether two JSON texts say the same. Digits are compared as they stand: two long numbers may be parsed as one. */
export function isSame(one: string, other: string): boolean {
  return !/\d{16}/.test(one + other) && JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
}

const keyOf = (quoted: string): string => (quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1))

const QUOTE = 34
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Whether every number in the JSON text is still the same number after parsing: `9007199254740993` and `1e999` are not. */
export function numbersSurvive(text: string): boolean {
  // Most texts hold no three digits in a row, and that is found out in a third of the time.
  return !/\d{3}/.test(text) || !/\d{16}|[eE]\+?\d{3}/.test(text) || lostNumbers(text).next().done === true
}

/** Where numbers stand in the JSON text that would be others after parsing. */
export function* lostNumbers(text: string): Generator<{ readonly at: number; readonly number: string }> {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = stringEnd(text, at)
    else if (unit === 45 || (unit >= 48 && unit <= 57)) {
      NUMBER.lastIndex = at
      const number = NUMBER.exec(text)?.[0] ?? '-'
      if (!survives(number)) yield { at, number }
      at += number.length - 1
    }
  }
}

function survives(number: string): boolean {
  const value = Number(number)
  if (Number.isSafeInteger(value) || number === '-') return true
  // 2 ** 60 would be held, and written again with other digits.
  return Number.isFinite(value) && (!/^-?\d+$/.test(number) || String(value) === number)
}
