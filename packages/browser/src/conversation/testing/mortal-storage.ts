import type { Ledger } from '../../ledger/ledger.ts'
import type { Locks } from '../../ledger/locks.ts'
import type { ThreadStorage } from '../../storage/thread-storage.ts'

/** A tab's view of the shared storage, which can be torn away at any moment as a crash or a reload would. */
export interface MortalStorage {
  readonly storage: ThreadStorage
  /** From now on nothing this tab asks for happens or answers, and its locks are free. */
  kill(): void
}

/**
 * `pass` stands between the tab and every operation on the storage; a scheduler there decides in which order the
 * operations of several tabs happen.
 */
export function mortalStorage(
  shared: ThreadStorage,
  pass: <Result>(work: () => Promise<Result>) => Promise<Result> = (work) => work(),
): MortalStorage {
  const death = Promise.withResolvers<void>()
  let isDead = false
  const never = new Promise<never>(() => {})
  const guard =
    <Arguments extends unknown[], Result>(work: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      const result = isDead ? await never : await pass(() => (isDead ? never : work(...given)))
      return isDead ? await never : result
    }
  const hears =
    <Heard extends unknown[]>(watch: (listener: (...heard: Heard) => void) => () => void) =>
    (listener: (...heard: Heard) => void) =>
      watch((...heard) => {
        if (!isDead) listener(...heard)
      })
  const { threads, ledger, grants, locks, signals, exchanges, signer } = shared
  return {
    storage: {
      threads: {
        list: guard(threads.list),
        find: guard(threads.find),
        read: guard(threads.read),
        create: guard(threads.create),
        change: guard(threads.change),
        append: guard(threads.append),
        draft: guard(threads.draft),
        dropDraft: guard(threads.dropDraft),
        remove: guard(threads.remove),
        adopt: guard(threads.adopt),
        search: threads.search,
        watch: hears(threads.watch),
      },
      ledger: mortalLedger(ledger, guard, hears),
      grants: {
        list: guard(grants.list),
        add: guard(grants.add),
        revoke: guard(grants.revoke),
        use: guard(grants.use),
        watch: hears(grants.watch),
      },
      locks: mortalLocks(locks, death.promise, () => isDead),
      signals: { send: signals.send, listen: hears(signals.listen) },
      exchanges,
      signer,
    },
    kill() {
      isDead = true
      death.resolve()
    },
  }
}

type Guard = <Arguments extends unknown[], Result>(
  work: (...given: Arguments) => Promise<Result>,
) => (...given: Arguments) => Promise<Result>

type Hears = <Heard extends unknown[]>(
  watch: (listener: (...heard: Heard) => void) => () => void,
) => (listener: (...heard: Heard) => void) => () => void

function mortalLedger(ledger: Ledger, guard: Guard, hears: Hears): Ledger {
  return {
    open: guard(ledger.open),
    read: guard(ledger.read),
    ofThread: guard(ledger.ofThread),
    change: guard(ledger.change),
    history: guard(ledger.history),
    watch: hears(ledger.watch),
  }
}

function mortalLocks(locks: Locks, death: Promise<void>, isDead: () => boolean): Locks {
  return {
    isHeld: locks.isHeld,
    hold<Result>(name: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
      const result = Promise.withResolvers<Result>()
      const held = locks.hold(
        name,
        async () => {
          if (isDead()) return
          const run = work()
          run.then(result.resolve, result.reject)
          await Promise.race([run, death])
        },
        signal,
      )
      held.catch(result.reject)
      return result.promise
    },
  }
}
