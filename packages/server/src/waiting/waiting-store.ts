import { isOpen, type Step, type WaitingCall } from './waiting-call.ts'

/** Where waiting calls are kept. Each change is one step of one call, taken by nobody else meanwhile. */
export interface WaitingStore {
  /** False: another call is open in its thread. */
  add(call: WaitingCall): Promise<boolean>
  read(owner: string, id: string): Promise<WaitingCall | undefined>
  /** Oldest first. */
  list(owner: string): Promise<readonly WaitingCall[]>
  /** Undefined: there is no such call, or it cannot take this step. */
  change(owner: string, id: string, step: Step): Promise<WaitingCall | undefined>
  remove(owner: string, id: string): Promise<void>
}

/** Calls that ended and are still shown, of one owner. */
const MOST_ENDED = 100

/** In the memory of one process. */
export function createMemoryStore(now: () => number): WaitingStore {
  const owners = new Map<string, Map<string, WaitingCall>>()
  const callsOf = (owner: string) => {
    const known = owners.get(owner) ?? new Map<string, WaitingCall>()
    owners.set(owner, known)
    return known
  }
  return {
    async add(call) {
      const calls = callsOf(call.owner)
      const isTaken = [...calls.values()].some((other) => other.thread === call.thread && isOpen(other))
      if (isTaken) return false
      calls.set(call.id, call)
      for (const { id } of surplus([...calls.values()])) calls.delete(id)
      return true
    },
    read: async (owner, id) => callsOf(owner).get(id),
    list: async (owner) => [...callsOf(owner).values()],
    async change(owner, id, step) {
      const call = callsOf(owner).get(id)
      const next = call && step(call, now())
      if (next) callsOf(owner).set(id, next)
      return next
    },
    async remove(owner, id) {
      callsOf(owner).delete(id)
    },
  }
}

/** What outlives this process where there is such a place when it is first needed; else memory, until this process ends. */
export function createStoreFinder(
  look: () => Promise<WaitingStore | undefined> | undefined,
  now: () => number,
): () => Promise<WaitingStore> {
  let found: Promise<WaitingStore> | undefined
  return () => {
    found ??= Promise.resolve(look()).then((store) => store ?? createMemoryStore(now))
    found.catch(() => {
      found = undefined
    })
    return found
  }
}

/** The oldest of those that ended, as far as there are too many. */
export function surplus(calls: readonly WaitingCall[]): readonly WaitingCall[] {
  const ended = calls.filter((call) => !isOpen(call))
  return ended.slice(0, Math.max(0, ended.length - MOST_ENDED))
}
