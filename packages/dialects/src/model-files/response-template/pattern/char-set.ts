/** Characters that a pattern takes at one place. */
export interface CharSet {
  has(code: number): boolean
  /** The only character it has; undefined when there are others. */
  readonly only?: string
  /** Whether it is `\s` and nothing else. */
  readonly space?: true
}

type Test = (code: number) => boolean

const WORD = /[\p{L}\p{N}_]/u
const SPACE = /\s/
const DIGIT = /\p{Nd}/u

const classes: { readonly [letter: string]: Test } = {
  w: (code) => WORD.test(String.fromCodePoint(code)),
  s: (code) => SPACE.test(String.fromCodePoint(code)),
  d: (code) => DIGIT.test(String.fromCodePoint(code)),
}

/** `\w`, `\S`, …; undefined when the letter names no class. */
export function classOf(letter: string): Test | undefined {
  const known = classes[letter.toLowerCase()]
  if (known === undefined || letter === letter.toLowerCase()) return known
  return (code) => !known(code)
}

/** A set by its test, with the answers for ASCII, which is nearly all of a mark, written down. */
export function charSet(test: Test, traits: Omit<CharSet, 'has'> = {}): CharSet {
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => Number(test(code)))
  return { ...traits, has: (code) => (code < 128 ? ascii[code] === 1 : test(code)) }
}

export const only = (char: string): CharSet => {
  const wanted = char.codePointAt(0)
  return { only: char, has: (code) => code === wanted }
}

/** `.`, which takes line breaks, too. */
export const anything: CharSet = { has: () => true }

export const range =
  (from: number, to: number): Test =>
  (code) =>
    code >= from && code <= to
