import type { Code, Construct, Effects, ParseContext, State, TokenizeContext, Tokenizer } from 'micromark-util-types'

/** How a formula begins and ends, as models write it. */
interface Fence {
  readonly open: string
  readonly close: string
  /** Ends with the line, and a price is not one: `$5` and `$10`, `$ 5`. */
  readonly short?: boolean
}

const SHORT: Fence = { open: '$', close: '$', short: true }
const DOLLARS: Fence = { open: '$$', close: '$$' }
const ROUND: Fence = { open: '\\(', close: '\\)' }
const SQUARE: Fence = { open: '\\[', close: '\\]' }

export const BACKSLASH = 92
const DOLLAR = 36

/** Line endings are below -2, tabs are -2 and -1. */
export const isLineEnd = (code: Code): boolean => code !== null && code < -2
export const isBlank = (code: Code): boolean => code === 32 || code === -2 || code === -1
export const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57
export const isLetter = (code: Code): boolean => code !== null && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122))
export const isWord = (code: Code): boolean => isLetter(code) || isDigit(code)

/** Where a fence was searched in vain, so that a text full of openings is not searched again for each of them. */
interface Vain {
  readonly from: number
  readonly to: number
}

const searched = new WeakMap<ParseContext, Map<string, Vain>>()

function searchedIn(parser: ParseContext): Map<string, Vain> {
  const known = searched.get(parser) ?? new Map<string, Vain>()
  searched.set(parser, known)
  return known
}

/** A piece of text as it is written, over the ends of lines. */
function writer(effects: Effects) {
  let open = false
  return {
    take(code: Code) {
      if (!open) effects.enter('data')
      open = true
      effects.consume(code)
    },
    /** And what it stands in, where that ends with it. */
    close(around?: 'formula' | 'paragraph') {
      if (open) effects.exit('data')
      open = false
      if (around) effects.exit(around)
    },
    takeLineEnd(code: Code) {
      this.close()
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
    },
  }
}

function enterFormula(effects: Effects, block: boolean): void {
  if (block) effects.enter('paragraph')
  effects.enter('formula')
}

/** Whatever stands between `open` and `close` is text: no emphasis, no escapes, no lists. */
const formula = ({ open, close, short = false }: Fence, block: boolean): Tokenizer =>
  function (this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const text = writer(effects)
    const known = searchedIn(this.parser)
    const key = `${open}${block}`
    const from = this.now().offset
    const isVain = ({ from: first, to }: Vain = { from, to: -1 }) => first <= from && from <= to
    let matched = 0
    let before: Code = null
    const fail = (code: Code) => {
      known.set(key, { from, to: this.now().offset })
      return nok(code)
    }
    const take = (code: Code, next: State): State => {
      before = code
      text.take(code)
      return next
    }
    const begin: State = (code) => {
      if (code !== open.codePointAt(matched)) return nok(code)
      if (matched === 0 && isVain(known.get(key))) return nok(code)
      if (matched === 0) enterFormula(effects, block)
      matched += 1
      return take(code, matched < open.length ? begin : first)
    }
    const first: State = (code) => {
      matched = 0
      const isPrice = short && (isBlank(code) || code === DOLLAR)
      return isPrice ? nok(code) : inside(code)
    }
    const inside: State = (code) => {
      if (code === null || (short && isLineEnd(code))) return fail(code)
      if (isLineEnd(code)) {
        text.takeLineEnd(code)
        return block ? lineStart : inside
      }
      if (code === close.codePointAt(0) && !(short && (isBlank(before) || before === BACKSLASH))) return take(code, closing)
      return take(code, inside)
    }
    const lineStart: State = (code) => {
      if (isBlank(code)) return take(code, lineStart)
      return code === null || isLineEnd(code) || this.parser.lazy[this.now().line] === true ? fail(code) : inside(code)
    }
    const closing: State = (code) => {
      if (short) return isWord(code) ? inside(code) : end(code)
      return code === close.codePointAt(1) ? take(code, end) : inside(code)
    }
    const end: State = (code) => {
      text.close('formula')
      return block ? restOfLine(code) : ok(code)
    }
    const restOfLine: State = (code) => {
      if (code !== null && !isLineEnd(code)) return take(code, restOfLine)
      text.close('paragraph')
      return ok(code)
    }
    return begin
  }

const inText = (fence: Fence): Construct => ({ name: `formula ${fence.open}`, tokenize: formula(fence, false) })
const asBlock = (fence: Fence): Construct => ({ name: `formula ${fence.open}`, tokenize: formula(fence, true), concrete: true })

/** Formulas that stand in a line of words, by their first character. */
export const textFormulas = {
  [BACKSLASH]: [inText(ROUND), inText(SQUARE)],
  [DOLLAR]: [inText(DOLLARS), inText(SHORT)],
}

/** Formulas that begin a line; their own lines may look like a list or a heading and are none. */
export const blockFormulas = { [BACKSLASH]: [asBlock(SQUARE)], [DOLLAR]: [asBlock(DOLLARS)] }
