import type { CallRecord } from './call-record.ts'

/** A step of one or several records together. Undefined refuses: then nothing changes. Pure, and may be called twice. */
type Step = (records: readonly CallRecord[]) => readonly CallRecord[] | undefined

/**
 * The storage of calls. A tool is started only after `change` has moved its record to `running`, and `change` happens whole
 * or not at all, so two tabs can never both start it.
 */
export interface Ledger {
  /** Adds those that are not there yet, and returns the current record of each, in the order given. */
  open(records: readonly CallRecord[]): Promise<readonly CallRecord[]>
  read(key: string): Promise<CallRecord | undefined>
  /** Every call of a thread, in no particular order. */
  ofThread(threadId: string): Promise<readonly CallRecord[]>
  /** The records after the step; undefined when it was refused or a key is not there. */
  change(keys: readonly string[], step: Step): Promise<readonly CallRecord[] | undefined>
  /** Hears every change, also of other tabs. Returns the function that ends it. */
  watch(listener: (record: CallRecord) => void): () => void
}

/** `change` for a single record. */
export async function changeOne(
  ledger: Ledger,
  key: string,
  step: (record: CallRecord) => CallRecord | undefined,
): Promise<CallRecord | undefined> {
  const changed = await ledger.change([key], ([record]) => {
    const next = record && step(record)
    return next && [next]
  })
  return changed?.[0]
}

/** Waits until the record is as wished. Rejects with the signal's reason. */
export function untilRecord(
  ledger: Ledger,
  key: string,
  isReady: (record: CallRecord) => boolean,
  signal: AbortSignal,
): Promise<CallRecord> {
  return new Promise((resolve, reject) => {
    const finish = (action: () => void) => {
      unwatch()
      signal.removeEventListener('abort', onAbort)
      action()
    }
    const onAbort = () => finish(() => reject(signal.reason))
    const look = (record: CallRecord | undefined) => {
      if (record?.key === key && isReady(record)) finish(() => resolve(record))
    }
    const unwatch = ledger.watch(look)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    // It may have become ready before the watch began.
    ledger.read(key).then(look, (error: unknown) => finish(() => reject(error)))
  })
}
