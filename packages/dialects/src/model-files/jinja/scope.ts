import type { Value } from './value.ts'

/** The names that are known at one place of a template. */
export class Scope {
  readonly #values = new Map<string, Value>()
  readonly #outer: Scope | undefined

  constructor(outer?: Scope) {
    this.#outer = outer
  }

  get(name: string): Value {
    return this.#values.has(name) ? this.#values.get(name) : this.#outer?.get(name)
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value)
  }
}
