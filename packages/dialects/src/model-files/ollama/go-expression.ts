import { TemplateError } from '../budget.ts'

/** What stands in an action of a Go template and has a value. */
export type GoExpression =
  | { readonly is: 'value'; readonly value: string | number | boolean | null }
  /** `.Role`, `$.Messages`, `$last`, `(index $x 0).Role` */
  | { readonly is: 'path'; readonly of: '.' | { readonly name: string } | GoExpression; readonly fields: readonly string[] }
  | { readonly is: 'call'; readonly name: string; readonly given: readonly GoExpression[] }

const TOKEN = /\s+|"(?:[^"\\\n]|\\.)*"|`[^`]*`|:=|[()|,=]|\$\w*(?:\.\w+)*|(?:\.\w+)+|\.|-?\d+(?:\.\d+)?|[A-Za-z_]\w*/y
const MOST_DEPTH = 40

/** The tokens of an action, white space left out. */
export function goTokens(source: string): readonly string[] {
  const tokens: string[] = []
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const [token] = TOKEN.exec(source) ?? []
    if (token === undefined) throw new TemplateError(`It has \`${source.slice(at, at + 20)}\`, which is not understood.`)
    if (token.trim() !== '') tokens.push(token)
  }
  return tokens
}

/** Reads `len (slice $.Messages $i) | eq 1` from tokens. */
export function goExpression(tokens: readonly string[]): GoExpression {
  const parser = new ExpressionParser(tokens)
  return parser.whole()
}

class ExpressionParser {
  readonly #tokens: readonly string[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  whole(): GoExpression {
    const expression = this.#pipeline()
    if (this.#at < this.#tokens.length)
      throw new TemplateError(`It has a \`${this.#tokens[this.#at]}\` where nothing is expected.`)
    return expression
  }

  #pipeline(): GoExpression {
    if (++this.#depth > MOST_DEPTH) throw new TemplateError('It is nested too deeply.')
    let expression = this.#command()
    while (this.#tokens[this.#at] === '|') {
      this.#at++
      const next = this.#command()
      if (next.is !== 'call') throw new TemplateError('It pipes a value into something that is no function.')
      expression = { ...next, given: [...next.given, expression] }
    }
    this.#depth--
    return expression
  }

  #command(): GoExpression {
    const bracketed = this.#tokens[this.#at] === '('
    const first = this.#operand()
    if (first.is !== 'call' || bracketed) return first
    const given: GoExpression[] = []
    while (this.#at < this.#tokens.length && !/^[|),]$/.test(this.#tokens[this.#at] ?? '')) given.push(this.#operand())
    return { ...first, given }
  }

  #operand(): GoExpression {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new TemplateError('It has an action that breaks off.')
    if (token === '(') return this.#bracket()
    if (token.startsWith('"')) return { is: 'value', value: unquoted(token) }
    if (token.startsWith('`')) return { is: 'value', value: token.slice(1, -1) }
    if (/^-?\d/.test(token)) return { is: 'value', value: Number(token) }
    if (token === 'true' || token === 'false') return { is: 'value', value: token === 'true' }
    if (token === 'nil') return { is: 'value', value: null }
    if (token.startsWith('$')) {
      const [name = '', ...fields] = token.slice(1).split('.')
      return { is: 'path', of: { name }, fields }
    }
    if (token.startsWith('.')) return { is: 'path', of: '.', fields: token.split('.').filter(Boolean) }
    if (/^\w+$/.test(token)) return { is: 'call', name: token, given: [] }
    throw new TemplateError(`It has a \`${token}\` where a value is expected.`)
  }

  #bracket(): GoExpression {
    const inner = this.#pipeline()
    if (this.#tokens[this.#at++] !== ')') throw new TemplateError('It has a bracket that is never closed.')
    const next = this.#tokens[this.#at]
    if (!next?.startsWith('.') || next === '.') return inner
    this.#at++
    return { is: 'path', of: inner, fields: next.split('.').filter(Boolean) }
  }
}

function unquoted(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    throw new TemplateError(`It has the string ${token.slice(0, 40)}, which is not understood.`)
  }
}
