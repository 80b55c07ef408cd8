import type { ToolCall } from '@parley/dialects'

/** A call of the conversation, and the id it was written with. */
export interface SaidCall {
  readonly call: ToolCall
  /** Absent: as the call's own. */
  readonly spokenId?: string
  /** Where it stands among the calls of its answer that were written without an id, counted from 1. Absent: it had one. */
  readonly place?: string
}

/** What a call can be found by. */
export type Keys = (said: SaidCall) => readonly string[]

/** The calls of one answer under one key, and how many of them are known to be answered. */
interface Group {
  readonly calls: ToolCall[]
  next: number
}

/**
 * Calls that wait for a result. Answers number their calls anew, so a key may have come before: the latest answer that has
 * an open call under it is meant, and in it the first. Each call is passed over once, however long the history.
 */
export class OpenCalls {
  readonly #answered: ReadonlySet<ToolCall>
  readonly #keys: Keys
  readonly #groups = new Map<string, Group[]>()

  constructor(answered: ReadonlySet<ToolCall>, keys: Keys) {
    this.#answered = answered
    this.#keys = keys
  }

  /** The calls of one more answer. */
  add(said: readonly SaidCall[]): void {
    const added = new Set<string>()
    for (const one of said)
      for (const key of new Set(this.#keys(one))) {
        const groups = this.#groups.get(key) ?? []
        if (!added.has(key)) groups.push({ calls: [], next: 0 })
        groups.at(-1)?.calls.push(one.call)
        added.add(key)
        this.#groups.set(key, groups)
      }
  }

  /** The open call under one of the keys; those in `spoken` are spoken for. */
  find(keys: readonly string[], spoken?: ReadonlyMap<ToolCall, unknown>): ToolCall | undefined {
    for (const key of keys) {
      const groups = this.#groups.get(key) ?? []
      for (let group = groups.at(-1); group; group = groups.at(-1)) {
        while (group.next < group.calls.length && this.#isAnswered(group.calls[group.next])) group.next++
        const open = group.calls
          .slice(group.next, group.next + 1 + (spoken?.size ?? 0))
          .find((call) => !this.#isAnswered(call) && !spoken?.has(call))
        if (open) return open
        if (group.next < group.calls.length) break
        groups.pop()
      }
    }
    return undefined
  }

  #isAnswered(call: ToolCall | undefined): boolean {
    return call !== undefined && this.#answered.has(call)
  }
}
