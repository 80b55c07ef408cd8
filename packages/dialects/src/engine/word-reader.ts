import type { Reader } from './source.ts'

/** Longer words are no names and no numbers. */
const MOST_WORD = 512

/** Reads letters of any alphabet, digits, `_`, `.`, `+` and `-`; done at the first character that is none. */
export class WordReader implements Reader {
  done = false
  word = ''

  read(text: string, at: number, ended: boolean): number {
    let index = at
    while (index < text.length && index - at + this.word.length < MOST_WORD && /[\p{L}\p{N}_.+-]/u.test(text.charAt(index)))
      index++
    this.word += text.slice(at, index)
    this.done = index < text.length || ended || this.word.length >= MOST_WORD
    return index
  }
}
