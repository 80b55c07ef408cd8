import { Refused } from '../../refused.ts'
import { anything, type CharSet, charSet, classOf, only, range } from './char-set.ts'
import type { PatternNode } from './pattern-node.ts'

const MOST_LENGTH = 4096
const MOST_REPEATS = 64
const MOST_DEPTH = 32

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07', 0: '\0' }

/** What stands behind `(?` and cannot be had where text is read forwards and once. */
const REFUSED_GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\(\?=/, 'a lookahead'],
  [/^\(\?!/, 'a negative lookahead'],
  [/^\(\?<[=!]/, 'a lookbehind'],
  [/^\(\?P=/, 'a backreference'],
  [/^\(\?>/, 'an atomic group'],
  [/^\(\?\(/, 'a conditional'],
  [/^\(\?(?:R|\d|&|P>)/, 'recursion'],
  [/^\(\?[aiLmsuxfbe-]/, 'inline flags'],
  [/^\(\?#/, 'a comment'],
]

/** Reads a pattern as Python writes it, as far as one pass over the text can match it; what is beyond that is refused by its name. */
export function readPattern(source: string): PatternNode {
  if (source.length > MOST_LENGTH) throw new Refused(`is longer than ${MOST_LENGTH} characters`)
  const parser = new PatternParser(source)
  return parser.whole()
}

class PatternParser {
  readonly #source: string
  readonly #names = new Set<string>()
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
  }

  whole(): PatternNode {
    const node = this.#either()
    if (this.#at < this.#source.length) throw new Refused('has a `)` that closes nothing')
    return node
  }

  #take(text: string): boolean {
    const found = this.#source.startsWith(text, this.#at)
    if (found) this.#at += text.length
    return found
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.#source.slice(this.#at))
    if (found) this.#at += found[0].length
    return found ?? undefined
  }

  #char(): string {
    const code = this.#source.codePointAt(this.#at)
    if (code === undefined) throw new Refused('breaks off')
    const char = String.fromCodePoint(code)
    this.#at += char.length
    return char
  }

  #either(): PatternNode {
    if (++this.#depth > MOST_DEPTH) throw new Refused('is nested too deep')
    const nodes = [this.#join()]
    while (this.#take('|')) nodes.push(this.#join())
    this.#depth--
    return nodes.length === 1 && nodes[0] ? nodes[0] : { is: 'either', nodes }
  }

  #join(): PatternNode {
    const nodes: PatternNode[] = []
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) nodes.push(this.#repeated(this.#atom()))
    return { is: 'join', nodes }
  }

  #repeated(node: PatternNode): PatternNode {
    const counts = this.#counts()
    if (counts === undefined) return node
    if (node.is === 'start' || node.is === 'end') throw new Refused('repeats `^` or `$`')
    if (this.#take('+')) throw new Refused('uses a possessive quantifier, which cannot be matched in one pass')
    const repeat: PatternNode = { is: 'repeat', node, ...counts, lazy: this.#take('?') }
    if (/^[*+?]|^\{\d/.test(this.#source.slice(this.#at, this.#at + 2))) throw new Refused('repeats a repetition')
    return repeat
  }

  #counts(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take('*')) return { least: 0, most: Infinity }
    if (this.#take('+')) return { least: 1, most: Infinity }
    if (this.#take('?')) return { least: 0, most: 1 }
    const counted = this.#match(/^\{(\d*)(,?)(\d*)\}/)
    if (counted === undefined) return undefined
    const [text, from = '', comma, to = ''] = counted
    if (from === '' && to === '') throw new Refused(`has \`${text}\`, which counts nothing`)
    const least = Number(from)
    const most = comma === '' ? least : to === '' ? Infinity : Number(to)
    if (least > MOST_REPEATS || (most > MOST_REPEATS && most < Infinity))
      throw new Refused(`repeats more than ${MOST_REPEATS} times`)
    if (most < least) throw new Refused(`has \`${text}\`, which counts backwards`)
    return { least, most }
  }

  #atom(): PatternNode {
    const char = this.#char()
    if (char === '(') return this.#group()
    if (char === '[') return { is: 'char', set: this.#class() }
    if (char === '.') return { is: 'char', set: anything }
    if (char === '^') return { is: 'start' }
    if (char === '$') return { is: 'end' }
    if (char === '\\') return this.#escape()
    if (/[*+?]/.test(char)) throw new Refused(`repeats nothing with \`${char}\``)
    return { is: 'char', set: only(char) }
  }

  #group(): PatternNode {
    const ahead = this.#source.slice(this.#at - 1, this.#at + 4)
    const [, refused] = REFUSED_GROUPS.find(([form]) => form.test(ahead)) ?? []
    if (refused) throw new Refused(`uses ${refused}, which cannot be matched in one pass`)
    const name = this.#match(/^\?P?<([A-Za-z_]\w*)>/)?.[1]
    if (name === undefined && !this.#take('?:') && this.#source.charAt(this.#at) === '?')
      throw new Refused(`has a group that begins with \`(${this.#source.slice(this.#at, this.#at + 2)}\`, which is not known`)
    if (name !== undefined && this.#names.has(name)) throw new Refused(`names two groups \`${name}\``)
    if (name !== undefined) this.#names.add(name)
    const node = this.#either()
    if (!this.#take(')')) throw new Refused('has a group that is never closed')
    return name === undefined ? node : { is: 'group', name, node }
  }

  #escape(): PatternNode {
    const letter = this.#char()
    if (letter === 'A') return { is: 'start' }
    if (letter === 'Z' || letter === 'z') return { is: 'end' }
    if (/[1-9]/.test(letter)) throw new Refused('uses a backreference, which cannot be matched in one pass')
    if (/[bB]/.test(letter)) throw new Refused('uses a word boundary, which is not supported')
    const test = classOf(letter)
    if (test) return { is: 'char', set: charSet(test, letter === 's' ? { space: true } : {}) }
    return { is: 'char', set: only(this.#escaped(letter)) }
  }

  #escaped(letter: string): string {
    const hex = letter === 'x' ? this.#match(/^[\da-fA-F]{2}/) : letter === 'u' ? this.#match(/^[\da-fA-F]{4}/) : undefined
    if (hex) return String.fromCodePoint(Number.parseInt(hex[0], 16))
    const named = ESCAPES[letter]
    if (named !== undefined) return named
    if (/[A-Za-z0-9]/.test(letter)) throw new Refused(`uses \`\\${letter}\`, which is not supported`)
    return letter
  }

  /** `[^\n>]`, from behind its bracket. */
  #class(): CharSet {
    const negated = this.#take('^')
    const tests: ((code: number) => boolean)[] = []
    for (let first = true; first || !this.#take(']'); first = false) {
      const from = this.#member()
      if (typeof from !== 'string') tests.push(from)
      else {
        const low = codeOf(from)
        const isRange = this.#source.charAt(this.#at) === '-' && !/^-?\]/.test(this.#source.slice(this.#at))
        const to = isRange ? this.#rangeEnd() : from
        if (codeOf(to) < low) throw new Refused(`has the range \`${from}-${to}\`, which runs backwards`)
        tests.push(range(low, codeOf(to)))
      }
    }
    return charSet((code) => tests.some((test) => test(code)) !== negated)
  }

  #rangeEnd(): string {
    this.#at++
    const end = this.#member()
    if (typeof end !== 'string') throw new Refused('has a range that ends in a class')
    return end
  }

  #member(): string | ((code: number) => boolean) {
    const char = this.#char()
    if (char === '[' && this.#source.charAt(this.#at) === ':') throw new Refused('uses a POSIX class, which is not supported')
    if (char !== '\\') return char
    const letter = this.#char()
    return letter === 'b' ? '\b' : (classOf(letter) ?? this.#escaped(letter))
  }
}

const codeOf = (char: string): number => char.codePointAt(0) ?? 0
