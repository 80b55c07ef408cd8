import type { Locks } from '../ledger/locks.ts'

const nameOf = (tab: string) => `parley:tab:${tab}`

/** Holds a lock of its own as long as the tab lives, so that the others can tell. Resolves once it is held. */
export function announceTab(locks: Locks, tab: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stay = () => {
      resolve()
      return new Promise<void>((leave) => signal.addEventListener('abort', () => leave(), { once: true }))
    }
    locks.hold(nameOf(tab), stay, signal).catch(reject)
  })
}

/** Answers whether a tab is there. For one that is, `onGone` is called once should it disappear. */
export function createTabWatch(locks: Locks, onGone: () => void, signal: AbortSignal): (tab: string) => Promise<boolean> {
  const watched = new Set<string>()
  return async (tab) => {
    if (!(await locks.isHeld(nameOf(tab)))) return false
    if (watched.has(tab)) return true
    watched.add(tab)
    const isGone = async () => {
      watched.delete(tab)
      onGone()
    }
    // Rejects only when this tab is closed first.
    locks.hold(nameOf(tab), isGone, signal).catch(() => {})
    return true
  }
}
