import {
  apply,
  dataDescriptor,
  defineProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  uncurry,
} from './intrinsics.ts'

/** A value on its way through promises. Without a prototype, so that nobody asks it for a `then` that the program planted. */
interface Kept {
  readonly value: unknown
}

export type Hear = (value: unknown) => void

const { then } = Promise.prototype
const isInSet = uncurry(WeakSet.prototype.has)
/** The prototypes that the engine came with, without that of its promises. None of them has a `then`. */
const engines = enginePrototypes()

function enginePrototypes(): WeakSet<object> {
  const found = new WeakSet<object>()
  for (const name of ownKeys(globalThis)) {
    const maker: unknown = getOwnPropertyDescriptor(globalThis, name)?.value
    const prototype: unknown = typeof maker === 'function' ? getOwnPropertyDescriptor(maker, 'prototype')?.value : undefined
    if (typeof prototype === 'object' && prototype !== null && prototype !== Promise.prototype) found.add(prototype)
  }
  return found.add(Function.prototype)
}

/** What the program hands its value to. */
export function keep(value: unknown): Kept {
  // Invariant: the literal has exactly the one property.
  return { __proto__: null, value } as unknown as Kept
}

/**
 * Hears what a prepared program returned or threw. Promises are waited for and so is whatever has a `then` of its own, as `await`
 * would do. A `then` planted on what the engine came with makes no value a promise: else results would be what that function says.
 */
export function hearOutcome(program: Promise<Kept | undefined>, onValue: Hear, onError: Hear): void {
  // Without a constructor the engine takes its own, whatever the program has made of `Promise`.
  void defineProperty(program, 'constructor', dataDescriptor(undefined))
  void apply(then, program, [(kept: Kept | undefined) => follow(kept?.value, onValue, onError), onError])
}

function follow(value: unknown, onValue: Hear, onError: Hear): void {
  const next = (inner: unknown): void => follow(inner, onValue, onError)
  try {
    if (!isObject(value) || !hasThen(value)) return onValue(value)
    if (isHeard(value, onValue, onError)) return
    const its: unknown = get(value, 'then')
    if (typeof its === 'function') apply(its, value, [next, onError])
    else onValue(value)
  } catch (error) {
    onError(error)
  }
}

/** Whether it is one of the engine's promises. They are heard by the engine's `then`, not by the program's. */
function isHeard(value: object, onValue: Hear, onError: Hear): boolean {
  try {
    void apply(then, value, [onValue, onError])
    return true
  } catch {
    return false
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

function hasThen(value: object): boolean {
  let place: object | null = value
  for (let steps = 0; place !== null && steps < 100; steps += 1) {
    if (!isInSet(engines, place) && getOwnPropertyDescriptor(place, 'then') !== undefined) return true
    place = getPrototypeOf(place)
  }
  return false
}
