/**
 * Private copies of everything the harness uses, taken before any program runs. A program may replace every built-in
 * of its world; code in this folder therefore calls no method on a value and iterates nothing: it goes through these.
 */
export const { apply, get, getPrototypeOf, ownKeys } = Reflect
export const { create, defineProperty } = Object
const { getOwnPropertyDescriptor: rawDescriptor, setPrototypeOf } = Object
export const objectPrototype = Object.prototype
export const { isArray } = Array
export const { isFinite: isFiniteNumber } = Number
export const { min } = Math
export const now = performance.now.bind(performance)
// oxlint-disable-next-line no-eval -- running code is what this world is for, and it is locked
export const evaluate = globalThis.eval
export const toText = String
export const toNumber = Number
export const { parse: parseJson, stringify: quote } = JSON as { parse(text: string): unknown; stringify(text: string): string }

/** Without a prototype, so that a `get` planted on `Object.prototype` is not taken for part of it. */
export function getOwnPropertyDescriptor(value: object, key: PropertyKey): PropertyDescriptor | undefined {
  const descriptor = rawDescriptor(value, key)
  return descriptor === undefined ? undefined : setPrototypeOf(descriptor, null)
}

/** `method(self, …args)` for a method that is looked up now and never again. */
export function uncurry<Args extends readonly unknown[], Result>(
  method: (...args: Args) => Result,
): (self: unknown, ...args: Args) => Result {
  return (self, ...args) => apply(method, self, args)
}

/** The getter of an accessor, taken off its prototype; throws on a value of another kind, which makes it a brand check. */
export function getterOf(prototype: object, key: PropertyKey): (self: unknown) => unknown {
  const getter = getOwnPropertyDescriptor(prototype, key)?.get
  return (self) => (getter === undefined ? undefined : apply(getter, self, []))
}

export const slice = uncurry(String.prototype.slice)
export const indexOf = uncurry(String.prototype.indexOf)
export const startsWith = uncurry(String.prototype.startsWith)
export const repeat = uncurry(String.prototype.repeat)
export const test = uncurry(RegExp.prototype.exec)
export const functionText = uncurry(Function.prototype.toString)
export const symbolText = uncurry(Symbol.prototype.toString)
export const bigintText = uncurry(BigInt.prototype.toString)

/** A list that no setter on a prototype can listen to. */
export interface List<Item> {
  readonly [index: number]: Item
  readonly length: number
}

export function createList<Item>(): List<Item> {
  // Invariant: append is the only writer, and it keeps `length` one past the last index.
  const list = create(null) as List<Item>
  defineProperty(list, 'length', dataDescriptor(0))
  return list
}

export function append<Item>(list: List<Item>, item: Item): void {
  defineProperty(list, list.length, dataDescriptor(item))
  defineProperty(list, 'length', dataDescriptor(list.length + 1))
}

export function dataDescriptor(value: unknown): PropertyDescriptor {
  return { __proto__: null, value, writable: true, configurable: true, enumerable: true } as PropertyDescriptor
}
