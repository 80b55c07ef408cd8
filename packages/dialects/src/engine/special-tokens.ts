import { type Mark, MORE, NO } from './marks.ts'

/** `<|im_end|>`, `<｜User｜>`, `<|channel>`, `<tool|>`: what no sentence holds unless it is about it. */
export const isSpecialToken = (mark: string): boolean => /^<[|｜].*>$|^<.*[|｜]>$/.test(mark)

/**
 * All special tokens among `marks` as one. It is asked last: what begins with a token, as a call may, is looked for first.
 * None where there are none.
 */
// @__NO_SIDE_EFFECTS__
export function specialTokens(marks: readonly string[]): readonly Mark[] {
  const tokens = new Set(marks.filter((mark) => isSpecialToken(mark) && /^<[^<>]*>$/.test(mark)))
  if (tokens.size === 0) return []
  const longest = Math.max(...Array.from(tokens, ({ length }) => length))
  const mark: Mark = {
    id: 'special token',
    lead: '<',
    reach: 0,
    match(text, at) {
      const ahead = text.slice(at, at + longest)
      const end = ahead.indexOf('>') + 1
      if (end > 0) return tokens.has(ahead.slice(0, end)) ? end : NO
      return ahead.length < longest && [...tokens].some((token) => token.startsWith(ahead)) ? MORE : NO
    },
  }
  return [mark]
}
