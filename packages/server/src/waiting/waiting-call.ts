import type { JsonObject, ToolResult } from '@parley/dialects'

/** A call that somebody else's agent makes, and that a person decides about. */
export interface Question {
  readonly owner: string
  /** Who asks, as it calls itself. */
  readonly client: string
  /** The tool, by the name that the client was told. */
  readonly name: string
  readonly input: JsonObject
  /** Of the definition that the client was told. Absent: it is a tool of the page. */
  readonly fingerprint?: string
  /** What the server of the tool says of it. */
  readonly says?: { readonly by: string; readonly text: string }
  /** `server`: whoever asks runs it after a yes. `page`: an open page does. */
  readonly runs: 'server' | 'page'
}

type Stand =
  | { readonly kind: 'waiting' }
  /** Covers exactly one run. `input`: with these arguments instead. */
  | { readonly kind: 'approved'; readonly input?: JsonObject }
  /** `by`: which page; absent: a server, which says that it lives until `aliveUntil`. */
  | { readonly kind: 'running'; readonly input?: JsonObject; readonly by?: string; readonly aliveUntil: number }
  /** `isTold`: who asked has heard it, or nobody ever will. */
  | { readonly kind: 'ended'; readonly result: ToolResult; readonly isTold: boolean }

export interface WaitingCall extends Question {
  readonly id: string
  /** The same for the same call of the same client. */
  readonly key: string
  /** Where it is shown: one call after another. */
  readonly thread: string
  readonly askedAt: number
  readonly changedAt: number
  /** Until when somebody is known to wait for it; 0: nobody does. */
  readonly heardUntil: number
  /** Which server they wait at. */
  readonly heardAt: string
  readonly stand: Stand
}

/** A step of a call. Undefined: it cannot be taken from where the call is. */
export type Step = (call: WaitingCall, now: number) => WaitingCall | undefined

export const isOpen = ({ stand }: WaitingCall): boolean => stand.kind !== 'ended'

const to = (call: WaitingCall, now: number, stand: Stand): WaitingCall => ({ ...call, changedAt: now, stand })

/** At a server, for a while: it says so again before the lease is over. */
export interface Lease {
  readonly at: string
  readonly milliseconds: number
}

/** Somebody waits for it. */
export const hear =
  ({ at, milliseconds }: Lease): Step =>
  (call, now) => ({ ...call, heardUntil: now + milliseconds, heardAt: at })

/** The same call again, after its first asker was sent away or lost. While somebody still waits for it, it is another call. */
export const join =
  (lease: Lease): Step =>
  (call, now) =>
    call.heardUntil > now || isOver(call) ? undefined : hear(lease)({ ...call, changedAt: now }, now)

const isOver = ({ stand }: WaitingCall): boolean => stand.kind === 'ended' && stand.isTold

/** Whether somebody waits for it at another server, which may be no more. */
export const isElsewhere = (call: WaitingCall, at: string, now: number): boolean =>
  call.heardAt !== at && call.heardUntil > now && !isOver(call)

/** Nobody waits for the moment. The question stays. */
export const leave: Step = (call, now) => ({ ...call, changedAt: now, heardUntil: 0 })

export const approve =
  (input?: JsonObject): Step =>
  (call, now) =>
    call.stand.kind === 'waiting' && call.runs === 'server'
      ? to(call, now, { kind: 'approved', ...(input && { input }) })
      : undefined

/** By who waits for it, and nobody else: what nobody waits for does not begin. */
export const begin =
  (aliveMs: number): Step =>
  (call, now) =>
    call.stand.kind === 'approved' ? to(call, now, { ...call.stand, kind: 'running', aliveUntil: now + aliveMs }) : undefined

export const beat =
  (aliveMs: number): Step =>
  (call, now) =>
    call.stand.kind === 'running' ? { ...call, stand: { ...call.stand, aliveUntil: now + aliveMs } } : undefined

/** A page runs it. The same page may ask again; another may not. */
export const claim =
  (by: string): Step =>
  (call, now) => {
    if (call.runs !== 'page' || call.heardUntil <= now) return undefined
    if (call.stand.kind === 'running') return call.stand.by === by ? call : undefined
    return call.stand.kind === 'waiting' ? to(call, now, { kind: 'running', by, aliveUntil: 0 }) : undefined
  }

/** It is over. Who waits hears of it; who comes back within the hour, too. */
export const end =
  (result: ToolResult, isTold = false): Step =>
  (call, now) =>
    isOpen(call) ? to(call, now, { kind: 'ended', result, isTold }) : undefined

/** A no: only what has not begun can be refused. */
export const refuse =
  (result: ToolResult): Step =>
  (call, now) =>
    call.stand.kind === 'waiting' ? end(result)(call, now) : undefined

/** Who asked is gone: what has not begun never will. */
export const withdraw =
  (result: ToolResult): Step =>
  (call, now) =>
    call.stand.kind === 'waiting' || call.stand.kind === 'approved' ? end(result, true)(call, now) : undefined

export const told: Step = (call, now) =>
  call.stand.kind === 'ended' && !call.stand.isTold
    ? { ...call, changedAt: now, stand: { ...call.stand, isTold: true } }
    : undefined

/** The server that ran it is no more: nobody will ever say how it ended. */
export const isLost = ({ stand }: WaitingCall, now: number): boolean =>
  stand.kind === 'running' && stand.by === undefined && stand.aliveUntil <= now
