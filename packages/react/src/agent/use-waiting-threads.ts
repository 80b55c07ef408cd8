import { type CallRecord, type Ledger, needsPerson, type ServerThread, type ThreadRecord, toldSentence } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { useCallback, useReducer } from 'react'
import type { StudioServices } from '../studio/studio-services.ts'
import { useStorageChanges } from '../studio/use-storage-changes.ts'

/** A thread in which nothing happens until its user acts. */
export interface WaitingThread {
  readonly id: string
  readonly title: string
  readonly onServer: boolean
  /** What it waits for: the tool's sentence about the call, or its name. */
  readonly calls: readonly (string | Sentence)[]
}

/** What the server waits for counts, unless something was decided about it here that it has not heard yet. */
function waitingOnServer({ status, pending }: ServerThread, records: readonly CallRecord[]): readonly (string | Sentence)[] {
  if (status !== 'waiting') return []
  return pending.flatMap(({ callId, name }) => {
    const record = records.find(({ call }) => call.id === callId)
    return record && !needsPerson(record) ? [] : [(record && toldSentence({ record })) ?? name]
  })
}

const waitingHere = (records: readonly CallRecord[]): readonly (string | Sentence)[] =>
  records.map((record) => toldSentence({ record }) ?? (record.call.name || (record.broken?.name ?? '')))

/** What a person is needed for in each thread that lives here, read once and again after a change: most threads have nothing. */
const known = new WeakMap<Ledger, Map<string, Promise<readonly CallRecord[]>>>()

function recordsWaiting(ledger: Ledger, threadId: string): Promise<readonly CallRecord[]> {
  const read = known.get(ledger) ?? new Map<string, Promise<readonly CallRecord[]>>()
  if (!known.has(ledger)) {
    known.set(ledger, read)
    ledger.watch((record) => read.delete(record.threadId))
  }
  const records = read.get(threadId) ?? ledger.ofThread(threadId).then((all) => all.filter(needsPerson))
  read.set(threadId, records)
  return records
}

/** What a thread waits for, here or on the server. */
export async function readWaitingCalls(services: StudioServices, thread: ThreadRecord): Promise<WaitingThread['calls']> {
  const { ledger } = services.storage
  if (thread.deleted) return []
  if (thread.place !== 'server') return waitingHere(await recordsWaiting(ledger, thread.id))
  const there = services.serverThreads?.getSnapshot().threads.find(({ id }) => id === thread.id)
  return there ? waitingOnServer(there, await ledger.ofThread(thread.id)) : []
}

async function readWaiting(services: StudioServices): Promise<readonly WaitingThread[]> {
  const found = await Promise.all(
    (await services.storage.threads.list()).map(async (thread: ThreadRecord) => {
      const { id, title, place } = thread
      return { id, title, onServer: place === 'server', calls: await readWaitingCalls(services, thread) }
    }),
  )
  return found.filter(({ calls }) => calls.length > 0)
}

/** Looked at again and again; drawn again only when it is not what it was. */
const keepEqual = (before: readonly WaitingThread[], next: readonly WaitingThread[]): readonly WaitingThread[] =>
  JSON.stringify(before) === JSON.stringify(next) ? before : next

/** The waiting room: every thread that waits, here or on the server, newest first. */
export function useWaitingThreads(services: StudioServices): readonly WaitingThread[] {
  const [waiting, setWaiting] = useReducer(keepEqual, [])
  const read = useCallback(() => readWaiting(services).then(setWaiting), [services])
  useStorageChanges(services, read)
  return waiting
}

export const countCalls = (waiting: readonly WaitingThread[]): number => waiting.reduce((sum, { calls }) => sum + calls.length, 0)
