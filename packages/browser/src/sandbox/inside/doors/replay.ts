import { apply, defineProperty } from '../intrinsics.ts'

/** Clock and chance of a program that can be run again: the same every time. */
export interface Steady {
  readonly Date: unknown
  readonly random: () => number
  readonly now: () => number
  /** The clock stands still between two answers; each of them says how late it is. */
  set(now: number): void
}

const { Date: NativeDate } = globalThis
const { construct } = Reflect
const { prototype, parse, UTC } = NativeDate
const { toString } = prototype
const { imul } = Math

export function createSteady(seed: number, start: number): Steady {
  let now = start
  function SteadyDate(...args: unknown[]): unknown {
    if (new.target === undefined) return apply(toString, construct(NativeDate, [now]), [])
    return construct(NativeDate, args.length === 0 ? [now] : args, new.target)
  }
  defineProperty(SteadyDate, 'prototype', { value: prototype, writable: false })
  replace(SteadyDate, 'name', 'Date')
  replace(SteadyDate, 'length', 7)
  replace(SteadyDate, 'now', () => now)
  replace(SteadyDate, 'parse', parse)
  replace(SteadyDate, 'UTC', UTC)
  return {
    Date: SteadyDate,
    random: createChance(seed),
    now: () => now,
    set(next) {
      now = next
    },
  }
}

/** Mulberry32: small, and even enough for programs that shuffle or sample. */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Puts them where the browser has its own. */
export function installReplay(seed: number, start: number): Steady {
  const steady = createSteady(seed, start)
  replace(prototype, 'constructor', steady.Date)
  replace(globalThis, 'Date', steady.Date)
  replace(Math, 'random', steady.random)
  replace(performance, 'now', () => steady.now() - start)
  return steady
}

function replace(target: object, name: string, value: unknown): void {
  // Without a prototype, so that a `get` planted on `Object.prototype` is not taken for part of it.
  const descriptor = { __proto__: null, value, writable: true, configurable: true, enumerable: false }
  defineProperty(target, name, descriptor as PropertyDescriptor)
}
