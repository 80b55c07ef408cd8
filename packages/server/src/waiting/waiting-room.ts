import { editedResult, type JsonObject, type ToolResult } from '@parley/dialects'
import type { WaitingConfig } from '../config-schema.ts'
import { guestThread, keyOf } from './guest-names.ts'
import { News } from './news.ts'
import {
  approve,
  beat,
  begin,
  claim,
  end,
  hear,
  isElsewhere,
  isLost,
  isOpen,
  join,
  type Lease,
  leave,
  type Question,
  refuse,
  type Step,
  told,
  type WaitingCall,
  withdraw,
} from './waiting-call.ts'
import { createStoreFinder, type WaitingStore } from './waiting-store.ts'
import { expired, rejected, stopped, uncertain, withdrawn } from './words.ts'

/** Somebody who waits for a call. */
export interface Asker {
  /** Aborted when they go away. Then nothing begins any more, and what runs is stopped. */
  readonly signal: AbortSignal
  /** Runs it after a yes, once. A failure is a result. Absent: a page runs it. */
  readonly run?: (call: RunCall, signal: AbortSignal) => Promise<ToolResult>
  /** Every `beatMs` as long as they wait. */
  readonly onBeat?: () => void
}

export interface RunCall {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
}

export type Heard =
  /** Also of a call that was rejected: its outcome is `denied`. */
  | { readonly kind: 'result'; readonly result: ToolResult }
  /** After `waitMs`. The same call again goes on waiting. */
  | { readonly kind: 'undecided' | 'running' }
  /** The asker went away, or somebody took the question away. */
  | { readonly kind: 'withdrawn' }
  /** This server is being stopped. The question stays where it outlives it. */
  | { readonly kind: 'stopping' }
  | { readonly kind: 'full' }

interface WaitingRoomParts {
  readonly store: () => Promise<WaitingStore>
  readonly config: WaitingConfig
  readonly now: () => number
  readonly newId: () => string
  /** Aborted when this server stops: then questions stay for who comes back. */
  readonly stopping: AbortSignal
}

/** The store was away: the lease says so by itself. */
const ignored = () => undefined

/** Calls of one client that may wait side by side. */
const MOST_THREADS = 20
/** Other replicas change the store without telling us. */
const LOOK_MS = 1000

const PAGE_MS = 130_000

/** Calls of other people's agents, each of which waits until a person, or a rule of theirs, has decided. */
export class WaitingRoom {
  readonly #parts: WaitingRoomParts
  #ownLease: Lease | undefined
  readonly #running = new Map<string, AbortController>()
  readonly #pages = new Map<string, number>()
  readonly #news = new News()

  constructor(parts: WaitingRoomParts) {
    this.#parts = parts
  }

  /** Made when it is first needed: before the first request a host may forbid chance. */
  get #lease(): Lease {
    this.#ownLease ??= { at: this.#parts.newId(), milliseconds: this.#parts.config.leaseMs }
    return this.#ownLease
  }

  get #pace(): number {
    return this.#lease.milliseconds / 3
  }

  /** Asks, and waits. The same call of the same client again joins the question that it left. */
  async ask(question: Question, asker: Asker): Promise<Heard> {
    const { config, now } = this.#parts
    const until = now() + config.waitMs
    const beating = setInterval(() => asker.onBeat?.(), config.beatMs)
    try {
      const call = (await this.#join(question, asker.signal)) ?? (await this.#open(question))
      return call ? await this.#listen(call, asker, until) : { kind: 'full' }
    } finally {
      clearInterval(beating)
    }
  }

  /** Of one owner, oldest first. */
  async list(owner: string): Promise<readonly WaitingCall[]> {
    const calls = await (await this.#parts.store()).list(owner)
    const fresh = await Promise.all(calls.map((call) => this.#expire(call)))
    return fresh.filter((call) => call !== undefined)
  }

  /** A page has looked for what waits. */
  pageSeen(owner: string): void {
    this.#pages.set(owner, this.#parts.now())
  }

  /** Whether one did lately: a page looks every few seconds, and once a minute while nobody looks at it. */
  isPageOpen(owner: string): boolean {
    return this.#parts.now() - (this.#pages.get(owner) ?? 0) < PAGE_MS
  }

  /** Undefined in all of these: it is too late, or too early, for that. */
  approve(call: WaitingCall, input?: JsonObject): Promise<WaitingCall | undefined> {
    return this.#step(call, approve(input))
  }

  reject(call: WaitingCall, reason?: string): Promise<WaitingCall | undefined> {
    return this.#step(call, refuse(rejected(call, reason)))
  }

  /** A page may run it now. */
  claim(call: WaitingCall, by: string): Promise<WaitingCall | undefined> {
    return this.#step(call, claim(by))
  }

  /** A page has run it. */
  settle(call: WaitingCall, result: ToolResult): Promise<WaitingCall | undefined> {
    return this.#step(call, (current, now) => (current.runs === 'page' ? end(result)(current, now) : undefined))
  }

  /** Takes the question away, or stops what runs. */
  async cancel(call: WaitingCall): Promise<void> {
    const isRunning = this.#stopRun(call.id)
    if (!isRunning && !(await this.#step(call, withdraw(withdrawn(call))))) await this.#step(call, end(stopped(call)))
  }

  async forget(call: WaitingCall): Promise<void> {
    await this.cancel(call)
    await (await this.#parts.store()).remove(call.owner, call.id)
    this.#news.tell(call.id)
  }

  /** Where somebody waits for the same call at a server that may be no more, it is known once its lease is over. */
  async #join(question: Question, signal: AbortSignal): Promise<WaitingCall | undefined> {
    const { now, config } = this.#parts
    const key = await keyOf(question)
    for (const until = now() + config.leaseMs; ; ) {
      const same = (await this.list(question.owner)).filter((call) => call.key === key)
      for (const call of same) {
        const joined = await this.#step(call, join(this.#lease))
        if (joined) return joined
      }
      const doubtful = same.find((call) => isElsewhere(call, this.#lease.at, now()))
      if (!doubtful || signal.aborted || now() > until) return undefined
      const news = this.#news.of(doubtful.id, Math.min(LOOK_MS, doubtful.heardUntil - now() + 1), signal)
      await news.come.finally(news.end)
    }
  }

  async #open(question: Question): Promise<WaitingCall | undefined> {
    const { newId, now } = this.#parts
    const store = await this.#parts.store()
    const { at, milliseconds } = this.#lease
    const askedAt = now()
    const call = { ...question, id: newId(), key: await keyOf(question), askedAt, changedAt: askedAt }
    for (let lane = 1; lane <= MOST_THREADS; lane++) {
      const thread = `${guestThread(question.client)}${lane === 1 ? '' : `:${lane}`}`
      const opened: WaitingCall = { ...call, thread, stand: { kind: 'waiting' }, heardUntil: askedAt + milliseconds, heardAt: at }
      if (await store.add(opened)) return opened
    }
    return undefined
  }

  async #listen(call: WaitingCall, asker: Asker, until: number): Promise<Heard> {
    const hearing = setInterval(() => void this.#step(call, hear(this.#lease), false).catch(ignored), this.#pace)
    try {
      return await this.#follow(call, asker, until)
    } finally {
      clearInterval(hearing)
    }
  }

  async #follow({ owner, id }: WaitingCall, asker: Asker, until: number): Promise<Heard> {
    const { now } = this.#parts
    for (;;) {
      const news = this.#news.of(id, Math.min(LOOK_MS, until - now()), asker.signal)
      try {
        const call = await (await this.#parts.store()).read(owner, id)
        if (!call) return { kind: 'withdrawn' }
        if (call.stand.kind === 'ended') return await this.#tell(call, call.stand.result)
        if (asker.signal.aborted) return await this.#lose(call)
        if (this.#isLost(call)) await this.#step(call, end(uncertain(call)))
        else if (call.stand.kind === 'approved' && asker.run) await this.#begin(call, asker.run)
        else if (now() >= until) return await this.#sendAway(call)
        else await news.come
      } finally {
        news.end()
      }
    }
  }

  async #tell(call: WaitingCall, result: ToolResult): Promise<Heard> {
    const isTold = call.stand.kind === 'ended' && call.stand.isTold
    if (!isTold) await this.#step(call, told)
    return isTold && result.outcome === 'cancelled' ? { kind: 'withdrawn' } : { kind: 'result', result }
  }

  async #sendAway(call: WaitingCall): Promise<Heard> {
    const left = await this.#step(call, leave)
    return { kind: left?.stand.kind === 'waiting' || left?.stand.kind === 'approved' ? 'undecided' : 'running' }
  }

  /** Who asked has gone. Where it is this server that goes, the question stays. */
  async #lose(call: WaitingCall): Promise<Heard> {
    if (this.#parts.stopping.aborted) {
      await this.#step(call, leave)
      return call.stand.kind === 'running' ? { kind: 'result', result: uncertain(call) } : { kind: 'stopping' }
    }
    if (!(await this.#step(call, withdraw(withdrawn(call)))) && !this.#stopRun(call.id))
      await this.#step(call, end(stopped(call), true))
    return { kind: 'withdrawn' }
  }

  async #begin(call: WaitingCall, run: NonNullable<Asker['run']>): Promise<void> {
    const { config } = this.#parts
    const begun = await this.#step(call, begin(config.leaseMs))
    if (begun?.stand.kind !== 'running') return
    const { input } = begun.stand
    const stop = new AbortController()
    this.#running.set(call.id, stop)
    const living = setInterval(() => void this.#step(call, beat(config.leaseMs), false).catch(ignored), this.#pace)
    const finish = async () => {
      const ran = await run({ id: call.id, name: call.name, input: input ?? call.input }, stop.signal).catch(() =>
        uncertain(call),
      )
      await this.#step(call, end(input ? editedResult(ran, input) : ran, stop.signal.aborted))
    }
    void finish()
      .catch(ignored)
      .finally(() => {
        clearInterval(living)
        this.#running.delete(call.id)
      })
  }

  #isLost(call: WaitingCall): boolean {
    return !this.#running.has(call.id) && isLost(call, this.#parts.now())
  }

  #stopRun(id: string): boolean {
    const stop = this.#running.get(id)
    stop?.abort()
    return stop !== undefined
  }

  /** What nobody came back for within the time is over. */
  async #expire(call: WaitingCall): Promise<WaitingCall | undefined> {
    const { config, now } = this.#parts
    if (Math.max(call.heardUntil, call.changedAt) + config.keepMs > now()) return call
    if (!isOpen(call)) return (await this.#step(call, told)) ?? call
    const isRunning = call.stand.kind === 'running'
    if (isRunning && call.stand.by === undefined && !this.#isLost(call)) return call
    return await this.#step(call, end(isRunning ? uncertain(call) : expired(call), true))
  }

  async #step({ owner, id }: WaitingCall, step: Step, isNews = true): Promise<WaitingCall | undefined> {
    const changed = await (await this.#parts.store()).change(owner, id, step)
    if (changed && isNews) this.#news.tell(id)
    return changed
  }
}

/** `look`: where calls outlive this process, if there is such a place. */
export function openWaitingRoom(
  look: () => Promise<WaitingStore | undefined> | undefined,
  parts: Omit<WaitingRoomParts, 'store'>,
): WaitingRoom {
  return new WaitingRoom({ ...parts, store: createStoreFinder(look, parts.now) })
}
