import { type CallRecord, needsPerson, type ServerThread, type ThreadRecord, toldSentence } from '@parley/browser'
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
export function waitingOnServer(
  { status, pending }: ServerThread,
  records: readonly CallRecord[],
): readonly (string | Sentence)[] {
  if (status !== 'waiting') return []
  return pending.flatMap(({ callId, name }) => {
    const record = records.find(({ call }) => call.id === callId)
    return record && !needsPerson(record) ? [] : [(record && toldSentence({ record })) ?? name]
  })
}

const waitingHere = (records: readonly CallRecord[]): readonly (string | Sentence)[] =>
  records.filter(needsPerson).map((record) => toldSentence({ record }) ?? (record.call.name || (record.broken?.name ?? '')))

async function readWaiting(services: StudioServices): Promise<readonly WaitingThread[]> {
  const { threads, ledger } = services.storage
  const onServer = new Map(services.serverThreads?.getSnapshot().threads.map((thread) => [thread.id, thread]))
  const found = await Promise.all(
    (await threads.list()).map(async ({ id, title, place }: ThreadRecord) => {
      const records = await ledger.ofThread(id)
      const there = place === 'server' ? onServer.get(id) : undefined
      const isThere = place === 'server'
      const calls = there ? waitingOnServer(there, records) : isThere ? [] : waitingHere(records)
      return { id, title, onServer: isThere, calls }
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
