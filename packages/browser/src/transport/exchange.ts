import type { Fault } from '@parley/dialects'
import type { SentRequest } from './http-transport.ts'

/** One request and its reply, to the byte. Secrets are removed before it is kept. */
export interface Exchange {
  readonly id: string
  readonly threadId: string
  readonly sentAt: number
  readonly request: SentRequest
  /** Absent until the server has answered. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly reply: string
  readonly endedAt?: number
  readonly fault?: Fault
}
