import { rawPython } from '../shapes/tags/write-tags.ts'
import { literal, oneOf, type Rules } from './rules.ts'

/** How the values of a dialect are spelled. */
export interface Spelling {
  /** A string of the given length. */
  string(limits: { readonly least: number; readonly most: number | undefined }): string
  /** A string that says exactly this. */
  exactly(text: string): string
  key(name: string): string
  /** What `value` is called: a truth value or nothing. */
  word(value: boolean | null): string
  /** White space between two tokens. */
  readonly space: string
}

const jsonWord = (value: boolean | null): string => literal(String(value))

/** Engines write a bounded repetition out, so no bound is larger. */
const MOST_REPEATS = 256
const MOST_BLOCKS = 255

/** The longest string without a declared length is 255 × 256 + 256 characters: enough for a file, and an end to babbling. */
function repeated(rules: Rules, char: string, { least, most }: { least: number; most: number | undefined }): string {
  if (most !== undefined && most <= MOST_REPEATS) return `${char}{${Math.min(least, most)},${most}}`
  const long = rules.add(`${rules.add(`${char}{${MOST_REPEATS}}`)}{0,${MOST_BLOCKS}} ${char}{0,${MOST_REPEATS}}`)
  return least > 0 ? `${char}{${Math.min(least, MOST_REPEATS)}} ${long}` : long
}

const HEX = '[0-9a-fA-F]'
const SURROGATES_ASIDE = `"u" ([0-9a-cA-Ce-fE-F] ${HEX}{3} | [dD] [0-7] ${HEX}{2})`

/** JSON. Characters that would end the dialect's own markup are written as escapes. */
export function jsonSpelling(rules: Rules, space: string, avoid = '', escapes = '/bfnrt'): Spelling {
  const plain = `[^${oneOf(`"\\${avoid}`).slice(1, -1)}\\x00-\\x1F\\x7F]`
  const char = rules.add(`${plain} | "\\\\" (["\\\\${escapes}] | ${SURROGATES_ASIDE})`)
  const quoted = (text: string): string =>
    literal(avoid === '' ? JSON.stringify(text) : JSON.stringify(text).replaceAll(avoid, escape))
  return {
    string: (limits) => rules.add(`"\\"" ${repeated(rules, char, limits)} "\\""`),
    exactly: quoted,
    key: quoted,
    word: jsonWord,
    space,
  }
}

/** JSON with the words of Python: how a function is called there. */
export const callSpelling = (rules: Rules, space: string): Spelling => ({
  // A slash has no escape there.
  ...jsonSpelling(rules, space, '', 'bfnrt'),
  word: (value) => literal(rawPython(value)),
})

const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

const quotedTwice = (text: string): string => literal(JSON.stringify(JSON.stringify(text)).slice(1, -1))

/** JSON inside of a JSON string: `\"` for every quote, and every backslash twice. */
export function escapedSpelling(rules: Rules): Spelling {
  const escapes = `${literal('\\"')} | ${literal('\\\\')} | [/bfnrt] | ${SURROGATES_ASIDE}`
  const char = rules.add(`[^"\\\\\\x00-\\x1F\\x7F] | ${literal('\\\\')} (${escapes})`)
  return {
    string: (limits) => rules.add(`"\\\\\\"" ${repeated(rules, char, limits)} "\\\\\\""`),
    exactly: quotedTwice,
    key: quotedTwice,
    word: jsonWord,
    // A line break would have to be escaped here, and no model does that.
    space: rules.add('[ ]{0,2}'),
  }
}

const printed = (text: string): string => literal(rawPython([text]).slice(1, -1))

/** Python, as it prints values between tags: `<` is written as an escape. */
export function pythonSpelling(rules: Rules, space: string): Spelling {
  const escapes = `"\\\\" (["'\\\\nrt] | "x" ${HEX}{2} | ${SURROGATES_ASIDE})`
  const text = (quote: string, limits: { readonly least: number; readonly most: number | undefined }): string => {
    const plain = `[^${oneOf(`${quote}\\<`).slice(1, -1)}\\x00-\\x1F\\x7F]`
    return `${literal(quote)} ${repeated(rules, rules.add(`${plain} | ${escapes}`), limits)} ${literal(quote)}`
  }
  return {
    string: (limits) => rules.add(`${text("'", limits)} | ${text('"', limits)}`),
    exactly: printed,
    key: printed,
    word: (value) => literal(rawPython(value)),
    space,
  }
}

/** Bare keys; strings between two equal marks, with nothing escaped. */
export function ownSpelling(rules: Rules, quote: string): Spelling {
  return {
    string: () => rules.add(`${literal(quote)} ${textUntil(rules, quote)}`),
    exactly: (text) => literal(`${quote}${text}${quote}`),
    key: (name) => literal(/^[\w.-]+$/.test(name) ? name : `${quote}${name}${quote}`),
    word: jsonWord,
    space: rules.add('[ ]?'),
  }
}

/**
 * Any text up to and including the first `end`, and nothing less: one rule for each part of `end` that may have been
 * written so far, so that `</div>` does not count as `</parameter>`.
 */
export function textUntil(rules: Rules, end: string): string {
  const states = Array.from(end, () => rules.reserve())
  const alphabet = [...new Set(end)]
  for (const [length, name] of states.entries()) {
    const written = end.slice(0, length)
    const steps = alphabet.map((char) => ({ char, next: longestBeginning(end, written + char) }))
    const ways = steps
      .filter(({ next }) => next > 0)
      .map(({ char, next }) => (next === end.length ? literal(char) : `${literal(char)} ${states[next]}`))
    const back = steps.flatMap(({ char, next }) => (next === 0 ? [`${literal(char)} ${states[0]}`] : []))
    rules.set(name, [...ways, ...back, `${oneOf(alphabet, '^')} ${states[0]}`].join(' | '))
  }
  return states[0] ?? '""'
}

/** How much of the beginning of `end` the text ends with. */
export function longestBeginning(end: string, text: string): number {
  for (let length = Math.min(end.length, text.length); length > 0; length--)
    if (text.endsWith(end.slice(0, length))) return length
  return 0
}
