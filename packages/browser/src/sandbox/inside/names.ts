import { apply, functionText, getOwnPropertyDescriptor, getPrototypeOf, indexOf, startsWith } from './intrinsics.ts'

const { toStringTag } = Symbol

/** What a value is called: `number`, `null`, `Map`, `HTMLDivElement`, the name of its class. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  return constructorName(value) ?? 'Object'
}

/** The name of the nearest class, read without running a getter. */
export function constructorName(value: object): string | undefined {
  let prototype = getPrototypeOf(value)
  for (let steps = 0; prototype !== null && steps < 50; steps += 1) {
    const maker: unknown = getOwnPropertyDescriptor(prototype, 'constructor')?.value
    const name = typeof maker === 'function' ? ownText(maker, 'name') : undefined
    if (name !== undefined && name !== '') return name
    const tag = ownText(prototype, toStringTag)
    if (tag !== undefined) return tag
    prototype = getPrototypeOf(prototype)
  }
  return undefined
}

function ownText(value: object, key: PropertyKey): string | undefined {
  const found: unknown = getOwnPropertyDescriptor(value, key)?.value
  return typeof found === 'string' ? found : undefined
}

/** Whether the object's class is the browser's own, so that its getters are too. */
export function isPlatformPrototype(prototype: object): boolean {
  const maker: unknown = getOwnPropertyDescriptor(prototype, 'constructor')?.value
  return typeof maker === 'function' && indexOf(functionText(maker), '[native code]') >= 0
}

export function showFunction(value: object): string {
  const text = functionText(value)
  const name = ownText(value, 'name')
  if (startsWith(text, 'class')) return `[class ${name === undefined || name === '' ? '(anonymous)' : name}]`
  const kind = startsWith(text, 'async') ? 'AsyncFunction' : 'Function'
  return name === undefined || name === '' ? `[${kind} (anonymous)]` : `[${kind}: ${name}]`
}

/** `read()`, or undefined when it throws. */
export function attempt<Result>(read: (self: unknown) => Result, self: unknown): Result | undefined {
  try {
    return apply(read, undefined, [self])
  } catch {
    return undefined
  }
}
