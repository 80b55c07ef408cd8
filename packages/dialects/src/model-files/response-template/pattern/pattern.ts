import { Refused } from '../../refused.ts'
import { type CharSet, charSet } from './char-set.ts'
import { compilePattern, type Program } from './compile-pattern.ts'
import { canBeEmpty, literalsIn, type PatternNode, spellings, withoutTrailingSpace } from './pattern-node.ts'
import { readPattern } from './read-pattern.ts'
import type { Match } from './threads.ts'

/** Something to look for: a pattern, or literals. */
export interface Pattern {
  readonly program: Program
  /** What a match begins with, where it does not begin with the text. */
  readonly heads: CharSet
  /** All texts it matches, where they are few. */
  readonly spellings?: readonly string[]
  /** The literal texts in it. */
  readonly literals: readonly string[]
  /** Whether white space behind it belongs to it. */
  readonly takesSpace: boolean
}

/** No mark is longer: what goes on without becoming one was text. */
export const MOST_MARK = 1024

/** A pattern that stands in prose. White space at its end is not waited for. */
export function markPattern(source: string): Pattern {
  const node = readPattern(source)
  if (canBeEmpty(node)) throw new Refused('can match nothing, so it would match everywhere')
  const short = withoutTrailingSpace(node)
  return patternOf(short ?? node, short !== undefined)
}

/** A pattern that is looked for in a whole text. */
export const innerPattern = (source: string): Pattern => patternOf(readPattern(source), false)

/** Literals, of which the longest counts. */
export function literalPattern(literals: readonly string[]): Pattern {
  const longestFirst = literals.toSorted((one, other) => other.length - one.length)
  const nodes = longestFirst.map((literal): PatternNode => ({ is: 'join', nodes: Array.from(literal, charNode) }))
  return patternOf({ is: 'either', nodes }, false)
}

const charNode = (char: string): PatternNode => ({ is: 'char', set: { only: char, has: (code) => code === char.codePointAt(0) } })

function patternOf(node: PatternNode, takesSpace: boolean): Pattern {
  const program = compilePattern(node)
  const texts = spellings(node)
  return { program, heads: headsOf(program), ...(texts && { spellings: texts }), literals: literalsIn(node), takesSpace }
}

function headsOf({ code }: Program): CharSet {
  const sets: CharSet[] = []
  const seen = new Set<number>()
  const left = [0]
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const instruction = code[at]
    if (seen.has(at) || instruction === undefined) continue
    seen.add(at)
    if (instruction.op === 'char') sets.push(instruction.set)
    else if (instruction.op === 'split') left.push(instruction.first, instruction.second)
    else if (instruction.op === 'jump') left.push(instruction.to)
    else if (instruction.op === 'keep') left.push(at + 1)
  }
  return charSet((unit) => sets.some((set) => set.has(unit)))
}

/** What the groups of a match hold, those that took part in it. */
export function groupsOf(
  { program }: Pattern,
  { kept }: Match,
  slice: (from: number, to: number) => string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [place, name] of program.groups.entries()) {
    const from = kept[2 * place]
    const to = kept[2 * place + 1]
    if (from !== undefined && to !== undefined) found.set(name, slice(from, to))
  }
  return found
}
