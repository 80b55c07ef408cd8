import type { AgentStore } from '@parley/server/agent'

export type Point = (name: string) => Promise<void>

const STEPS = {
  saver: ['put', 'putWrites'],
  threads: ['begin', 'accept', 'settle', 'take'],
  begun: ['keepInner'],
} as const satisfies Partial<Record<keyof AgentStore, readonly string[]>>

/** A store that tells before and after everything it writes. */
export function watchStore(store: AgentStore, point: Point): AgentStore {
  const { saver, threads, begun } = store
  return {
    ...store,
    saver: watched(saver, STEPS.saver, point),
    threads: watched(threads, STEPS.threads, point),
    begun: watched(begun, STEPS.begun, point),
  }
}

function watched<Target extends object>(target: Target, names: readonly string[], point: Point): Target {
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key, object)
      if (typeof value !== 'function') return value
      if (typeof key !== 'string' || !names.includes(key)) return value.bind(object)
      return async (...args: unknown[]) => {
        const name = key === 'putWrites' ? `${key} of ${channelIn(args)}` : key
        await point(`before ${name}`)
        const result: unknown = await value.apply(object, args)
        await point(`after ${name}`)
        return result
      }
    },
  })
}

/** What a task wrote to: `messages` is a result, `__interrupt__` says that it waits. */
function channelIn([, writes]: readonly unknown[]): string {
  const first: unknown = Array.isArray(writes) ? writes[0] : undefined
  return Array.isArray(first) ? String(first[0]) : ''
}
