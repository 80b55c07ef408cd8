import type { FileChange } from './file-system.ts'
import type { FileStore } from './store/file-store.ts'
import type { LogRecord } from './store/stored-node.ts'

type Listener = (changes: readonly FileChange[]) => void

/** How tabs wake each other. It carries only a number: what happened is read from the log, so nothing can be missed or forged. */
export interface Neighbours {
  tell(sequence: number): void
  /** Returns the function that stops listening. */
  listen(onNews: (sequence: number) => void): () => void
  close(): void
}

/** Tells listeners of every logged operation exactly once and in order, whichever tab made it. */
export class ChangeFeed {
  readonly #store: FileStore
  readonly #neighbours: Neighbours | undefined
  readonly #listeners = new Set<Listener>()
  #delivered: number | undefined
  #work: Promise<void> = Promise.resolve()
  #stopListening: (() => void) | undefined

  constructor(store: FileStore, neighbours?: Neighbours) {
    this.#store = store
    this.#neighbours = neighbours
  }

  watch(listener: Listener): () => void {
    // Each call is its own subscription, even with the same function.
    const own: Listener = (changes) => listener(changes)
    this.#listeners.add(own)
    this.#stopListening ??= this.#neighbours?.listen((sequence) => this.#catchUp(sequence))
    if (this.#delivered === undefined) this.#begin()
    return () => {
      this.#listeners.delete(own)
      if (this.#listeners.size > 0) return
      this.#stopListening?.()
      this.#stopListening = undefined
      this.#delivered = undefined
    }
  }

  /** Called after a transaction of this tab has ended well. */
  announce(records: readonly LogRecord[]): void {
    const first = records[0]
    const last = records.at(-1)
    if (first === undefined || last === undefined) return
    this.#neighbours?.tell(last.sequence)
    if (this.#listeners.size === 0) return
    if (this.#delivered === first.sequence - 1) this.#deliver(records)
    else this.#catchUp(last.sequence)
  }

  close(): void {
    this.#listeners.clear()
    this.#stopListening?.()
    this.#neighbours?.close()
  }

  /** The read starts at once, so that an operation begun after `watch` comes after it. */
  #begin(): void {
    const newest = this.#store.read((tables) => tables.lastSequence())
    this.#enqueue(async () => {
      this.#delivered ??= await newest
    })
  }

  #catchUp(sequence: number): void {
    this.#enqueue(async () => {
      const delivered = this.#delivered
      if (delivered === undefined || delivered >= sequence) return
      const records = await this.#store.read((tables) => tables.recordsAfter(delivered))
      const reached = this.#delivered
      if (reached !== undefined) this.#deliver(records.filter((record) => record.sequence > reached))
    })
  }

  #enqueue(step: () => Promise<void>): void {
    // A store that was closed meanwhile has nobody left to tell.
    this.#work = this.#work.then(step).catch(() => undefined)
  }

  #deliver(records: readonly LogRecord[]): void {
    for (const [index, record] of records.entries()) {
      this.#delivered = record.sequence
      if (records[index - 1]?.version === record.version) continue
      const whole = records.filter((other) => other.version === record.version)
      const changes = whole.flatMap(toChanges)
      for (const listener of this.#listeners) reportErrors(() => listener(changes))
    }
  }
}

function toChanges(record: LogRecord): readonly FileChange[] {
  const { version, time, by } = record
  return record.changes.flatMap(({ path, before, after, from, to }) => {
    const state = after ?? before
    if (state === undefined) return []
    const kind = after === undefined ? 'removed' : before === undefined ? 'created' : 'changed'
    return [{ kind, type: state.type, path, ...(from && { from }), ...(to && { to }), version, time, by }]
  })
}

/** A listener that throws must not keep the others from hearing. */
function reportErrors(call: () => void): void {
  try {
    call()
  } catch (error) {
    globalThis.reportError?.(error)
  }
}
