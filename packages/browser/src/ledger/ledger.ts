import { isJsonObject, type JsonValue, type ToolCall } from '@parley/dialects'
import type { Tool } from '../tools/tool.ts'
import type { CallRecord } from './call-record.ts'
import { chain, threadsOf } from './receipts/chain.ts'
import type { Receipt } from './receipts/receipt.ts'

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
  /** Every call of a thread and, as of the same moment, what happened to them step by step: each is chained to the one before it. */
  history(threadId: string): Promise<CallHistory>
  /** Hears every change, also of other tabs. Returns the function that ends it. */
  watch(listener: (record: CallRecord) => void): () => void
}

export interface CallHistory {
  readonly calls: readonly CallRecord[]
  readonly receipts: readonly Receipt[]
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

/** For Node and for tests: the same storage, forgotten with the process. */
export function memoryLedger(initial: readonly CallRecord[] = [], now: () => number = Date.now): Ledger {
  const records = new Map(initial.map((record) => [record.key, record]))
  const chains = new Map<string, Receipt[]>()
  const listeners = new Set<(record: CallRecord) => void>()
  const put = (after: readonly CallRecord[]) => {
    const heads = threadsOf(after).map((threadId) => chains.get(threadId)?.at(-1))
    const steps = after.map((record) => ({ before: records.get(record.key), after: record }))
    const chained = chain(heads, steps, now())
    for (const receipt of chained.receipts) {
      const kept = chains.get(receipt.threadId)
      if (kept) kept.push(receipt)
      else chains.set(receipt.threadId, [receipt])
    }
    for (const record of chained.records) records.set(record.key, record)
    for (const record of chained.records) for (const listener of listeners) listener(record)
    return chained.records
  }
  const all = (keys: readonly string[]) => keys.map((key) => records.get(key)).filter((record) => record !== undefined)
  const ofThread = (threadId: string) => [...records.values()].filter((record) => record.threadId === threadId)
  return {
    async open(wanted) {
      put(wanted.filter(({ key }) => !records.has(key)))
      return all(wanted.map(({ key }) => key))
    },
    read: async (key) => records.get(key),
    ofThread: async (threadId) => ofThread(threadId),
    async change(keys, step) {
      const current = all(keys)
      const next = current.length === keys.length ? step(current) : undefined
      return next && put(next)
    },
    history: async (threadId) => ({ calls: ofThread(threadId), receipts: [...(chains.get(threadId) ?? [])] }),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** JSON with sorted keys, so that equal values are equal text. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalJson(item)).join(',')}]`
  // JSON writes `-0` as `0`, and `1e999` as `null`: other arguments than those that were shown.
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${entries.join(',')}}`
}

/** What an approval is bound to: the tool's name and every byte of its arguments. */
export function hashCall(call: Pick<ToolCall, 'name' | 'input'>): Promise<string> {
  return sha256(canonicalJson({ name: call.name, input: call.input }))
}

/** What a grant is bound to: a tool that describes itself differently, or that somebody else offers, is another tool. */
export function fingerprintOf({ spec, identity }: Pick<Tool, 'spec' | 'identity'>): Promise<string> {
  const { name, description, parameters } = spec
  return sha256(canonicalJson({ name, description, parameters, ...(identity !== undefined && { identity }) }))
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
