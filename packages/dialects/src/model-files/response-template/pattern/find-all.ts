import { Damage } from '../../../engine/damage.ts'
import { say } from '../../words.ts'
import { groupsOf, type Pattern } from './pattern.ts'
import { type Match, Threads } from './threads.ts'

/** How often a character may be looked at, on average, before a text is given up. */
const MOST_LOOKS = 32

export interface FoundInText {
  readonly start: number
  readonly end: number
  readonly groups: ReadonlyMap<string, string>
}

/** All matches of a pattern in a whole text, one behind the other. */
export function findAll(pattern: Pattern, text: string): readonly FoundInText[] {
  const found: FoundInText[] = []
  let looks = 1024 + MOST_LOOKS * text.length
  let at = 0
  while (at <= text.length) {
    const { match, looked } = findFrom(pattern, text, at, looks)
    looks -= looked
    if (match === undefined) break
    found.push({ ...match, groups: groupsOf(pattern, match, (from, to) => text.slice(from, to)) })
    at = match.end > match.start ? match.end : match.end + 1
  }
  return found
}

function findFrom(
  pattern: Pattern,
  text: string,
  from: number,
  most: number,
): { readonly match: Match | undefined; readonly looked: number } {
  const search = new Threads(pattern.program)
  let at = from
  while (at < text.length && (search.match === undefined || search.earliest < Infinity)) {
    if (at - from > most) throw new Damage(say('call.too-slow'))
    const code = text.codePointAt(at) ?? 0
    const end = at + (code > 0xffff ? 2 : 1)
    if (at === 0 || search.earliest < Infinity || pattern.heads.has(code)) search.step(code, at, end)
    at = end
  }
  if (at === text.length) search.finish(at)
  return { match: search.match, looked: at - from }
}
