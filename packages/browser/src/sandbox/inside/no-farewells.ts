import { apply, defineProperty, toText, uncurry } from './intrinsics.ts'

/** What a world hears when it is taken down, or loses sight. */
const FAREWELLS = ['pagehide', 'unload', 'beforeunload', 'visibilitychange', 'freeze', 'pageswap'] as const

/**
 * Nobody may listen for the end of this world. A loop in such a listener would go on in the process that all worlds share,
 * and the browser lets a process linger for as long as one of them is registered: not even ours may be.
 */
export function refuseFarewells(): void {
  const listen = uncurry(EventTarget.prototype.addEventListener as (...args: unknown[]) => void)
  replace('addEventListener', function (this: unknown, type: unknown, ...rest: unknown[]): void {
    // Read once: a text that says another thing the second time would slip through.
    const name = toText(type)
    if (!isFarewell(name)) apply(listen, undefined, [this ?? globalThis, name, ...rest])
  })
  Reflect.deleteProperty(EventTarget.prototype, 'when')
  const places = [globalThis, Document.prototype, HTMLElement.prototype, HTMLBodyElement.prototype, HTMLFrameSetElement.prototype]
  for (const place of places) for (const name of FAREWELLS) Reflect.deleteProperty(place, `on${name}`)
}

function isFarewell(name: string): boolean {
  for (let index = 0; index < FAREWELLS.length; index += 1) if (FAREWELLS[index] === name) return true
  return false
}

function replace(name: string, value: unknown): void {
  defineProperty(EventTarget.prototype, name, { value, writable: true, configurable: true, enumerable: true })
}
