/** The rules of one grammar. The same body is written once. */
export class Rules {
  readonly #bodies = new Map<string, string>()
  readonly #names = new Map<string, string>()

  /** Names an expression. */
  add(body: string): string {
    const known = this.#names.get(body)
    if (known !== undefined) return known
    const name = `r${this.#names.size}`
    this.#names.set(body, name)
    this.#bodies.set(name, body)
    return name
  }

  /** Names a rule before its body is known, so that it can refer to itself. */
  reserve(): string {
    const name = `s${this.#bodies.size}`
    this.#bodies.set(name, '""')
    return name
  }

  set(name: string, body: string): void {
    this.#bodies.set(name, body)
  }

  format(): string {
    return `${[...this.#bodies].map(([name, body]) => `${name} ::= ${body}`).join('\n')}\n`
  }
}

/** A GBNF literal. Its escapes are nearly those of JSON. */
export function literal(text: string): string {
  return JSON.stringify(text).replaceAll(/\\[bf]/g, (escape) => (escape === '\\b' ? '\\x08' : '\\x0C'))
}

/** One character of a set, or with `^` any other. */
export function oneOf(characters: Iterable<string>, prefix = ''): string {
  const members = [...new Set(characters)].map((char) => (/[\\\]^-]/.test(char) ? `\\x${hex(char)}` : literal(char).slice(1, -1)))
  return `[${prefix}${members.join('').replaceAll('\\"', '\\x22')}]`
}

const hex = (char: string): string => char.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()
