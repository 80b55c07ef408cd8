import type { Code, Construct, Effects, Extension, State } from 'micromark-util-types'
import {
  BACKSLASH,
  blockFormulas,
  isBlank,
  isDigit,
  isLetter,
  isLineEnd,
  isWord,
  textFormulas,
} from './formula/formula-tokens.ts'

// Models write Markdown as people type: `C:\new\.env`, `2*3*4`, `src/**/*.ts`, `__init__.py`. Here a character is markup only
// where it works as markup, and is shown everywhere else.

const codesOf = (characters: string): ReadonlySet<Code> =>
  new Set([...characters].map((character) => character.codePointAt(0) ?? null))

const STAR = 42
const LINE = 95
const ALWAYS_MARKUP = codesOf('`*_[]<>|~$#')
const MARKUP_AT_LINE_START = codesOf('+-=')
const MARKUP_AFTER_NUMBER = codesOf('.)')
const AFTER_SLASH = codesOf('/.*{')
const SLASH = 47

const isSmall = (code: Code): boolean => isDigit(code) || code === LINE || (isLetter(code) && Number(code) >= 97)

/** `\*` is a star. The backslash of `\,`, of a path and of `\\` is a backslash. */
const escape: Construct = {
  name: 'escape of markup',
  tokenize(effects, ok, nok) {
    const { previous } = this
    const isMarkup = (code: Code) =>
      ALWAYS_MARKUP.has(code) ||
      (MARKUP_AT_LINE_START.has(code) && (previous === null || isLineEnd(previous) || isBlank(previous))) ||
      (MARKUP_AFTER_NUMBER.has(code) && isDigit(previous))
    return (backslash) => {
      effects.enter('characterEscape')
      effects.enter('escapeMarker')
      effects.consume(backslash)
      effects.exit('escapeMarker')
      return (code) => {
        if (!isMarkup(code)) return nok(code)
        effects.enter('characterEscapeValue')
        effects.consume(code)
        effects.exit('characterEscapeValue')
        effects.exit('characterEscape')
        return ok
      }
    }
  },
}

/** One backslash, or two: the second of two escapes nothing. */
const backslash: Construct = {
  name: 'backslash as text',
  tokenize(effects, ok) {
    return (code) => {
      effects.enter('data')
      effects.consume(code)
      return (next) => {
        if (next === BACKSLASH) effects.consume(next)
        effects.exit('data')
        return next === BACKSLASH ? ok : ok(next)
      }
    }
  },
}

/** Takes characters for as long as they are wanted. */
function takeWhile(effects: Effects, isWanted: (code: Code) => boolean, then: (taken: number) => State): State {
  let taken = 0
  const next: State = (code) => {
    if (!isWanted(code)) return then(taken)(code)
    taken += 1
    effects.consume(code)
    return next
  }
  return next
}

/** `2*3*4`, `a*b*c`, `2**8**2`, `src/**` + `/*.ts`: stars between two words or inside a path. `**H**yper` stays bold. */
const star: Construct = {
  name: 'star as text',
  tokenize(effects, ok, nok) {
    const { previous } = this
    const isText = (stars: number, next: Code) =>
      (stars === 1 && isWord(previous) && isWord(next)) ||
      (isDigit(previous) && isDigit(next)) ||
      (previous === SLASH && (AFTER_SLASH.has(next) || isWord(next)))
    return (code) => {
      effects.enter('data')
      return takeWhile(
        effects,
        (wanted) => wanted === STAR,
        (stars) => (next) => {
          if (!isText(stars, next)) return nok(next)
          effects.exit('data')
          return ok(next)
        },
      )(code)
    }
  },
}

/** `__init__`: a name, and not a bold word. */
const name: Construct = {
  name: 'name as text',
  previous: (code) => !isWord(code) && code !== LINE,
  tokenize(effects, ok, nok) {
    let tail = 0
    let length = 0
    let lead = 0
    const judge: State = (code) => {
      if (lead !== 2 || tail < 2 || length - lead - tail < 1) return nok(code)
      effects.exit('data')
      return ok(code)
    }
    const next: State = (code) => {
      if (!isSmall(code)) return judge(code)
      tail = code === LINE ? tail + 1 : 0
      length += 1
      if (lead === length - 1 && code === LINE) lead = length
      effects.consume(code)
      return next
    }
    return (code) => {
      effects.enter('data')
      return next(code)
    }
  },
}

/** To be read before the constructs of Markdown itself. */
export const keptCharacters: Extension = {
  flow: blockFormulas,
  text: {
    ...textFormulas,
    [BACKSLASH]: [...textFormulas[BACKSLASH], escape, backslash],
    [STAR]: [star],
    [LINE]: [name],
  },
}
