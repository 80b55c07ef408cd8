import type { JsonObject } from './json.ts'
import type { Wording } from './sentence.ts'

/** Closed on purpose: a code that is not here cannot be thrown, stored or given a status. */
export type FaultCode = ServerFaultCode | ClientFaultCode

/** Faults that cross HTTP. The server's status table must name every one of them. */
export type ServerFaultCode =
  | 'request/invalid'
  | 'request/unauthorized'
  | 'request/forbidden'
  | 'request/not-found'
  | 'request/conflict'
  | 'request/unknown-model'
  | 'request/unknown-dialect'
  | 'request/too-large'
  | 'request/too-many'
  | 'provider/unauthorized'
  | 'provider/rate-limited'
  | 'provider/unavailable'
  | 'provider/timeout'
  | 'provider/bad-answer'
  | 'provider/refused'
  | 'provider/too-long'
  | 'server/stopping'
  | 'server/internal'

/** Faults that arise on the client's side. */
export type ClientFaultCode =
  | 'transport/disconnected'
  | 'transport/timeout'
  | 'sandbox/unsupported'
  | 'sandbox/crashed'
  | 'turn/too-many-steps'
  | 'turn/cancelled'
  | 'store/full'
  | 'store/failed'

/** The world failed. A plain object, because it must survive HTTP, `postMessage` and storage. */
export interface Fault {
  readonly code: FaultCode
  /** What happened, then what to do. No codes, no stack, no secrets. */
  readonly message: string
  /** The same for other languages. Absent: somebody else wrote it. */
  readonly words?: Wording
  /** Whether the same request may succeed a little later. */
  readonly retryable: boolean
  /** Seconds to wait before trying again. Absent when nobody said. */
  readonly retryAfter?: number
  readonly details?: JsonObject
  /** By which the log of the server knows the request that failed. */
  readonly requestId?: string
}

/** Test `error.fault.code`, never `instanceof`: the class does not survive a wire. */
export class FaultError extends Error {
  override name = 'FaultError'
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options)
    this.fault = fault
  }
}

/** The fault an error carries, if it carries one. Works on errors that crossed a realm. */
export function faultOf(error: unknown): Fault | undefined {
  if (typeof error !== 'object' || error === null || !('fault' in error)) return undefined
  const { fault } = error
  return typeof fault === 'object' && fault !== null && 'code' in fault && 'message' in fault ? (fault as Fault) : undefined
}
