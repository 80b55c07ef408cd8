import type { Config } from './config-schema.ts'

/** The configuration as it is now. What is asked of it for each request changes with it. */
export interface LiveConfig {
  readonly current: Config
  /** What was read anew holds from the next request on, but for what needs a restart: those names are returned. */
  change(next: Config): readonly string[]
}

/** Opened once, with the process: a port, a database, programs, a seal on approvals that are under way. */
const SETTLED = ['host', 'port', 'secret', 'agent', 'engine', 'mcp', 'waiting', 'traffic', 'signIn'] as const

export function createLiveConfig(first: Config): LiveConfig {
  let current = first
  return {
    get current() {
      return current
    },
    change(next) {
      const { format: _settled, ...log } = next.log
      const before = current
      const settled = Object.fromEntries(SETTLED.map((name) => [name, before[name]]))
      const { format } = before.log
      current = { ...next, ...settled, log: { ...log, ...(format !== undefined && { format }) } }
      return [
        ...SETTLED.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(before[name])),
        ...(next.log.format === format ? [] : ['log.format']),
      ]
    },
  }
}

/** What is made of a part of the configuration, and made anew when that part has changed. */
export function madeOf<Made>(live: LiveConfig, part: (config: Config) => unknown, make: (config: Config) => Made): () => Made {
  const remade = (config: Config) => ({ config, text: JSON.stringify(part(config)), made: make(config) })
  let last = remade(live.current)
  return () => {
    const { current } = live
    if (current === last.config) return last.made
    last = JSON.stringify(part(current)) === last.text ? { ...last, config: current } : remade(current)
    return last.made
  }
}
