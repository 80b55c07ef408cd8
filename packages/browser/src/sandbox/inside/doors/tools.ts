import { create, defineProperty } from '../intrinsics.ts'
import type { AskFor } from './capabilities.ts'

/** `tools.read_file({ path })` and friends: every name is a function, and the page says which of them there are. */
export function createTools(askFor: AskFor): object {
  const call = (name: string) => {
    if (name === 'search') return (words: unknown) => askFor('tools', 'tools.search', [words])
    return (args: unknown = {}) => askFor('tools', 'tools.call', [name, args])
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
