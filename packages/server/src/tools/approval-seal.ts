import type { JsonObject, JsonValue } from '@parley/dialects'
import { isJsonObject } from '@parley/dialects'
import { sameText } from '../safety/guard.ts'

interface SealedCall {
  readonly approvalId: string
  readonly callId: string
  readonly name: string
  readonly input: JsonObject
}

/** Binds a person's yes to one call and its exact arguments: the history is in the client's hands, so it proves nothing. */
export interface ApprovalSeal {
  sign(call: SealedCall): Promise<string>
  verify(call: SealedCall, signature: string): Promise<boolean>
}

/**
 * `secret` must be the same on all replicas; without one, approvals do not survive a restart. It is made up only when it is
 * needed: some hosts allow no random values before the first request.
 */
export function createApprovalSeal(secret?: string): ApprovalSeal {
  const encoder = new TextEncoder()
  let key: Promise<CryptoKey> | undefined
  const sign = async (call: SealedCall) => {
    key ??= importKey(encoder.encode(secret ?? crypto.randomUUID()))
    const text = JSON.stringify([call.approvalId, call.callId, call.name, sorted(call.input)])
    const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)))
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  return { sign, verify: async (call, signature) => sameText(signature, await sign(call)) }
}

function importKey(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** Clients may change the order of keys on the way; nothing else. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  return Object.keys(value)
    .sort()
    .map((key) => [key, sorted(value[key] ?? null)])
}
