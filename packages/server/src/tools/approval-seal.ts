import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { sameText } from '../safety/guard.ts'

/** What a person says yes to: one call with its arguments, in one conversation of one owner. */
export interface SealedCall {
  readonly approvalId: string
  readonly callId: string
  readonly name: string
  readonly input: JsonObject
  readonly owner: string
  /** The thread, where the client names one, and the question that the call came of. */
  readonly conversation: readonly [thread: string, question: string]
}

/** Binds a person's yes to one call and its exact arguments: the history is in the client's hands, so it proves nothing. */
export interface ApprovalSeal {
  sign(call: SealedCall): Promise<string>
  /** Until when the approval holds, in milliseconds since the epoch; `undefined` when it is not for this call, or too old. */
  verify(call: SealedCall, signature: string): Promise<number | undefined>
}

/** Whoever decides later is asked again: for so long it must be remembered which approvals were used. */
const VALID_MS = 7 * 86_400_000

/**
 * `secret` must be the same on all replicas; without one, approvals do not survive a restart. It is made up only when it is
 * needed: some hosts allow no random values before the first request.
 */
export function createApprovalSeal(secret: string | undefined, now: () => number): ApprovalSeal {
  const encoder = new TextEncoder()
  let key: Promise<CryptoKey> | undefined
  const sign = async (call: SealedCall, until: number) => {
    key ??= importKey(encoder.encode(secret ?? crypto.randomUUID()))
    const { approvalId, callId, name, input, owner, conversation } = call
    const text = canonicalText([owner, conversation, approvalId, callId, name, input, until])
    const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)))
    return `${until}.${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
  return {
    sign: (call) => sign(call, now() + VALID_MS),
    async verify(call, signature) {
      const until = Number(/^(\d{1,15})\./.exec(signature)?.[1] ?? 0)
      return until > now() && sameText(signature, await sign(call, until)) ? until : undefined
    },
  }
}

function importKey(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** Which approvals were used. `false`: this one was, or nobody can say any more. */
export type SpendApproval = (approvalId: string, until: number) => Promise<boolean>

/** More than people decide about in a week; beyond it nothing is approved, rather than something twice. */
const MOST = 100_000

/** In the memory of one process, and in `shared` if there is such a place, so that replicas know of each other. */
export function createSpentApprovals(now: () => number, shared: SpendApproval = async () => true): SpendApproval {
  const spent = new Map<string, number>()
  return async (approvalId, until) => {
    if (spent.has(approvalId)) return false
    if (spent.size >= MOST) for (const [id, end] of spent) if (end < now()) spent.delete(id)
    if (spent.size >= MOST) return false
    spent.set(approvalId, until)
    return await shared(approvalId, until)
  }
}

/** One text for each value: equal texts are equal values, whatever order their keys came in. Unlike JSON it knows `-0` and `1e999`. */
export function canonicalText(value: JsonValue | undefined): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalText(item)).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`)
  return `{${members.join(',')}}`
}
