import type { AgentStore } from '@parley/server/agent'

export type Point = (name: string) => Promise<void>

const STEPS: { readonly saver: readonly string[]; readonly threads: readonly string[] } = {
  saver: ['put', 'putWrites'],
  threads: ['begin', 'accept', 'settle', 'take'],
}

/** A store that tells before and after everything it writes. */
export function watchStore(store: AgentStore, point: Point): AgentStore {
  return { ...store, saver: watched(store.saver, STEPS.saver, point), threads: watched(store.threads, STEPS.threads, point) }
}

function watched<Target extends object>(target: Target, names: readonly string[], point: Point): Target {
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key, object)
      if (typeof value !== 'function') return value
      if (typeof key !== 'string' || !names.includes(key)) return value.bind(object)
      return async (...args: unknown[]) => {
        await point(`before ${key}`)
        const result: unknown = await value.apply(object, args)
        await point(`after ${key}`)
        return result
      }
    },
  })
}
