import { create, defineProperty } from '../intrinsics.ts'
import type { AskFor } from './capabilities.ts'

/** `tools.read_file({ path })` and friends: every name is a function, and the page says which of them there are. */
export function createTools(askFor: AskFor): object {
  const call = (name: string) => {
    const callIt = (args: unknown = {}) => askFor('tools', 'tools.call', [name, args])
    if (name !== 'search') return callIt
    // Words look for tools; a page may have a tool of that name as well, which takes an object like all others.
    return (words: unknown) => (typeof words === 'object' ? callIt(words) : askFor('tools', 'tools.search', [words]))
  }
  // `then` would make it a promise that never ends for whoever awaits it.
  const get = (_target: object, name: string | symbol): unknown =>
    typeof name === 'symbol' || name === 'then' ? undefined : call(name)
  // Invariant: without a prototype, so that no other trap can be planted.
  const handler = { __proto__: null, get } as unknown as ProxyHandler<object>
  return new Proxy(create(null), handler)
}

/** There also when not granted, so that trying explains itself. */
export function installTools(askFor: AskFor): void {
  defineProperty(globalThis, 'tools', { value: createTools(askFor), writable: true, configurable: true, enumerable: false })
}
