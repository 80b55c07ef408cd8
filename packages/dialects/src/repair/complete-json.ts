import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'

/**
 * What must follow `prefix`, which was passed on already, so that the whole is JSON for `value`:
 *
 *     {"code": "let a = 1        passed on
 *                       \nlet b"}    returned, when the value says "let a = 1\nlet b"
 *
 * Undefined when `value` says something else than the prefix did. The prefix is a beginning of valid JSON.
 */
export function completeJson(prefix: string, value: JsonObject): string | undefined {
  if (prefix === '') return JSON.stringify(value)
  const walk = new PrefixWalk(prefix)
  const rest = walk.value(value)
  return walk.failed || !walk.atEnd ? undefined : rest
}

class PrefixWalk {
  failed = false
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** Walks over what the prefix says of `value` and returns what it leaves unsaid. */
  value(value: JsonValue): string {
    this.#space()
    if (this.atEnd) return JSON.stringify(value)
    if (typeof value === 'string') return this.#string(value)
    if (Array.isArray(value)) return this.#list(value as readonly JsonValue[])
    if (isJsonObject(value)) return this.#object(value)
    return this.#word(JSON.stringify(value))
  }

  #object(object: JsonObject): string {
    if (!this.#literal('{')) return this.#fail()
    const keys = Object.keys(object)
    for (const [index, key] of keys.entries()) {
      this.#space()
      if (this.atEnd)
        return `${keys
          .slice(index)
          .map((name, place) => `${place + index > 0 ? ',' : ''}${member(object, name)}`)
          .join('')}}`
      if (index > 0) {
        if (!this.#literal(',')) return this.#fail()
        this.#space()
        if (this.atEnd)
          return `${keys
            .slice(index)
            .map((name) => member(object, name))
            .join(',')}}`
      }
      const rest = this.#member(key, object[key] ?? null)
      if (this.failed) return ''
      if (rest !== '')
        return `${rest}${keys
          .slice(index + 1)
          .map((name) => `,${member(object, name)}`)
          .join('')}}`
    }
    return this.#closer('}')
  }

  #member(key: string, value: JsonValue): string {
    const keyRest = this.#string(key)
    if (this.failed) return ''
    this.#space()
    if (this.atEnd) return `${keyRest}:${JSON.stringify(value)}`
    if (!this.#literal(':')) return this.#fail()
    return this.value(value)
  }

  #list(list: readonly JsonValue[]): string {
    if (!this.#literal('[')) return this.#fail()
    for (const [index, item] of list.entries()) {
      this.#space()
      if (this.atEnd)
        return `${list
          .slice(index)
          .map((one, place) => `${place + index > 0 ? ',' : ''}${JSON.stringify(one)}`)
          .join('')}]`
      if (index > 0 && !this.#literal(',')) return this.#fail()
      const rest = this.value(item)
      if (this.failed) return ''
      if (rest !== '')
        return `${rest}${list
          .slice(index + 1)
          .map((one) => `,${JSON.stringify(one)}`)
          .join('')}]`
    }
    return this.#closer(']')
  }

  #closer(closer: string): string {
    this.#space()
    if (this.atEnd) return closer
    return this.#literal(closer) ? '' : this.#fail()
  }

  /** The prefix may spell a string with other escapes than we would, so it is decoded piece by piece and compared. */
  #string(value: string): string {
    if (!this.#literal('"')) return this.#fail()
    let said = 0
    while (!this.atEnd) {
      const [raw] = /^(?:\\u[0-9a-fA-F]{4}|\\[^u]|[^\\"])/.exec(this.#text.slice(this.#at, this.#at + 6)) ?? []
      if (raw === undefined) break
      const decoded = raw.length > 1 ? (JSON.parse(`"${raw}"`) as string) : raw
      if (value[said] !== decoded) return this.#fail()
      said += 1
      this.#at += raw.length
    }
    if (this.#text.charAt(this.#at) === '"') {
      this.#at += 1
      return said === value.length ? '' : this.#fail()
    }
    // Half an escape was passed on: nothing that follows can be told from here.
    if (!this.atEnd) return this.#fail()
    return JSON.stringify(value.slice(said)).slice(1)
  }

  #word(word: string): string {
    let said = 0
    while (said < word.length && this.#text.charAt(this.#at) === word.charAt(said)) {
      said += 1
      this.#at += 1
    }
    if (said < word.length && !this.atEnd) return this.#fail()
    return word.slice(said)
  }

  #space(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1
  }

  #literal(char: string): boolean {
    if (this.#text.charAt(this.#at) !== char) return false
    this.#at += 1
    return true
  }

  #fail(): string {
    this.failed = true
    return ''
  }
}

function member(object: JsonObject, key: string): string {
  return `${JSON.stringify(key)}:${JSON.stringify(object[key])}`
}
