import type { Flaw } from '../../canonical/part.ts'
import type { Reader, Source } from '../../engine/source.ts'
import type { Step } from '../../engine/steps.ts'
import { invisibleCharacters } from '../../repair/invisible-characters.ts'

/** Byte order marks, zero-width characters and spaces that no format knows. */
const UNSEEN = /[\s\uFEFF\u200B-\u200F\u2060\u00AD]/

class Unseen implements Reader {
  done = false
  odd = false
  read(text: string, at: number, ended: boolean): number {
    let index = at
    for (; index < text.length && UNSEEN.test(text.charAt(index)); index++) this.odd ||= text.charCodeAt(index) > 32
    this.done = index < text.length || ended
    return index
  }
}

/** Reads white space and what cannot be seen; returns the flaw of it, if there was any. */
export function* skipUnseen(source: Source): Step<Flaw | undefined> {
  const { odd } = yield* source.run(new Unseen())
  const { id, message } = invisibleCharacters
  return odd ? { id, message } : undefined
}
