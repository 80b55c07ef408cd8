import { TemplateError } from '../budget.ts'
import { type GoExpression, goExpression, goTokens } from './go-expression.ts'

/** A piece of a Go template. */
export type GoNode =
  | { readonly is: 'text'; readonly text: string }
  /** Its value is written, or kept under a name: `:=` makes the name, `=` changes what it stands for. */
  | { readonly is: 'action'; readonly value: GoExpression; readonly name?: string; readonly makes?: boolean }
  | GoBlock
  | { readonly is: 'continue' | 'break' }

export interface GoBlock {
  readonly is: 'if' | 'with' | 'range'
  readonly value: GoExpression
  /** What `range $i, $x :=` calls the place and the item. */
  readonly names: readonly string[]
  readonly body: readonly GoNode[]
  readonly otherwise: readonly GoNode[]
}

const ACTION = /\{\{(-(?=\s))?((?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\*[\s\S]*?\*\/|(?!\s-?\}\}|-?\}\})[\s\S])*)\s?(-)?\}\}/g
const MOST_DEPTH = 60

/** Reads a Go text template, as far as templates of chats go. */
export function readGoTemplate(source: string): readonly GoNode[] {
  const parser = new TemplateParser(pieces(source))
  return parser.whole()
}

/** Texts and actions in turn, white space taken off where an action says so. */
function pieces(source: string): readonly (string | readonly string[])[] {
  const all: (string | readonly string[])[] = []
  let from = 0
  let trims = false
  for (const { index, 0: whole, 1: before, 2: inside = '', 3: behind } of source.matchAll(ACTION)) {
    let text = source.slice(from, index)
    if (trims) text = text.trimStart()
    if (before !== undefined) text = text.trimEnd()
    if (text !== '') all.push(text)
    if (!inside.trim().startsWith('/*')) all.push(goTokens(inside))
    from = index + whole.length
    trims = behind !== undefined
  }
  const rest = source.slice(from)
  if (rest.includes('{{')) throw new TemplateError('It has an action that is never closed.')
  return rest === '' ? all : [...all, trims ? rest.trimStart() : rest]
}

class TemplateParser {
  readonly #pieces: readonly (string | readonly string[])[]
  #at = 0
  #depth = 0

  constructor(all: readonly (string | readonly string[])[]) {
    this.#pieces = all
  }

  whole(): readonly GoNode[] {
    const { nodes, end } = this.#nodes()
    if (end) throw new TemplateError(`It has \`{{ ${end.join(' ')} }}\` where nothing was opened.`)
    return nodes
  }

  /** Up to what closes or divides the block, which is read. */
  #nodes(): { readonly nodes: readonly GoNode[]; readonly end: readonly string[] | undefined } {
    if (++this.#depth > MOST_DEPTH) throw new TemplateError('It is nested too deeply.')
    const nodes: GoNode[] = []
    let end: readonly string[] | undefined
    while (end === undefined && this.#at < this.#pieces.length) {
      const piece = this.#pieces[this.#at++] ?? ''
      if (typeof piece === 'string') nodes.push({ is: 'text', text: piece })
      else if (piece[0] === 'end' || piece[0] === 'else') end = piece
      else nodes.push(this.#action(piece))
    }
    this.#depth--
    return { nodes, end }
  }

  #action(tokens: readonly string[]): GoNode {
    const [word = '', ...rest] = tokens
    if (word === 'if' || word === 'with' || word === 'range') return this.#block(word, rest)
    if (word === 'continue' || word === 'break') return { is: word }
    if (/^(?:define|template|block)$/.test(word)) throw new TemplateError(`It uses \`${word}\`, which is not supported.`)
    const [sign] = rest
    if (word.startsWith('$') && (sign === ':=' || sign === '='))
      return { is: 'action', value: goExpression(rest.slice(1)), name: word.slice(1), makes: sign === ':=' }
    return { is: 'action', value: goExpression(tokens) }
  }

  #block(is: 'if' | 'with' | 'range', tokens: readonly string[]): GoNode {
    const sign = tokens.indexOf(':=')
    const names = tokens.slice(0, Math.max(0, sign)).filter((token) => token !== ',')
    const value = goExpression(tokens.slice(sign + 1))
    const { nodes: body, end } = this.#nodes()
    if (end === undefined) throw new TemplateError(`It has an \`${is}\` that is never closed.`)
    const [word, next, ...condition] = end
    const block = { is, value, names: names.map((name) => name.slice(1)), body }
    if (word === 'end') return { ...block, otherwise: [] }
    // `else if` closes with the block that it belongs to.
    if (next === 'if' || next === 'with') return { ...block, otherwise: [this.#block(next, condition)] }
    const otherwise = this.#nodes()
    if (otherwise.end?.[0] !== 'end') throw new TemplateError('It has an `else` that is never closed.')
    return { ...block, otherwise: otherwise.nodes }
  }
}
