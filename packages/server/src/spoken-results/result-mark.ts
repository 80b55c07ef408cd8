import { ANY, WILD } from './result-template.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

/** Words of a template, made ready to be looked for in time that grows with the text and no faster, whatever stands in it. */
export interface ResultMark {
  /** Where it first stands at or behind `from`. White space before a loose mark belongs to it and is left to the caller. */
  find(text: string, from: number): Span | undefined
  /** Just behind the mark and the white space before it, if it stands at `at`; otherwise -1. */
  endAt(text: string, at: number): number
}

interface MarkOptions {
  /** Whether white space may be more, less or none. */
  readonly loose: boolean
}

const UNTIL_STOP = '[^"<>\\n]*?'
const STOP = /["<>\n]/g
const CHANGING = new RegExp(`([${WILD}${ANY}])`)
const UNCERTAIN = new RegExp(String.raw`[\s${WILD}${ANY}]`)

export function resultMark(words: string, { loose }: MarkOptions): ResultMark {
  const trimmed = loose ? words.trim() : words
  const [first = '', ...rest] = trimmed.split(CHANGING)
  const tail = rest.map((_, index) => (index % 2 === 0 ? '' : wildSource(rest, index, loose))).join('')
  const space = loose ? String.raw`\s*` : ''
  const opening = literal(first, loose)
  const head = new RegExp(opening, 'g')
  const whole = new RegExp(keptSpace(opening, tail) + space, 'y')
  const there = new RegExp(String.raw`\s*` + keptSpace(opening, tail) + space, 'y')
  const hasAny = words.includes(ANY)
  return {
    find(text, from) {
      // No match that begins before here can get past the stop that ended the last attempt.
      let dead = -1
      head.lastIndex = from
      for (let begun = head.exec(text); begun; begun = head.exec(text)) {
        const behind = begun.index + begun[0].length
        if (behind > dead) {
          whole.lastIndex = begun.index
          if (whole.test(text)) return { from: begun.index, to: whole.lastIndex }
          dead = hasAny ? text.length : nextStop(text, behind)
        }
        head.lastIndex = begun.index + 1
      }
      return undefined
    },
    endAt(text, at) {
      there.lastIndex = at
      return there.test(text) ? there.lastIndex : -1
    },
  }
}

function nextStop(text: string, from: number): number {
  STOP.lastIndex = from
  return STOP.exec(text)?.index ?? text.length
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function literal(text: string, loose: boolean): string {
  return loose ? quoted(text).replace(/\s+/g, String.raw`\s*`).replaceAll('><', String.raw`>\s*<`) : quoted(text)
}

/**
 * What changes with the call, and the words behind it, as one step that is never taken back: the nearest such words are
 * as good as any further ones, and trying those as well would take the square of the time.
 */
function wildSource(pieces: readonly string[], index: number, loose: boolean): string {
  const isAny = pieces[index - 1] === ANY
  const words = literal(pieces[index] ?? '', loose)
  // What is wild takes spaces too, so that only a new line is left to be white space of the words.
  const next = loose && words.startsWith(String.raw`\s*`) ? (isAny ? '' : String.raw`(?:\n\s*)?`) + words.slice(3) : words
  return String.raw`(?=(?<w${index}>${isAny ? String.raw`[\s\S]*?` : UNTIL_STOP}${next}))\k<w${index}>`
}

/** Spaces before what changes are taken once: given back one by one, each would be tried as a part of it. */
function keptSpace(opening: string, tail: string): string {
  const spaced = tail !== '' && opening.endsWith(String.raw`\s*`)
  return spaced ? String.raw`${opening.slice(0, -3)}(?=(?<space>\s*))\k<space>${tail}` : opening + tail
}

/** The words that every match begins with, as far as they are certain: up to white space or to what changes. */
export function certainStart(words: string): string {
  const [start = ''] = words.trimStart().split(UNCERTAIN)
  const seam = start.indexOf('><')
  return seam === -1 ? start : start.slice(0, seam + 1)
}
