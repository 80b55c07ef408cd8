import { isJsonObject, type JsonValue, ownValue } from '@parley/dialects'

/** What the user said to an approval request. Not yet believed: the signature must fit the call. */
export interface Decision {
  readonly callId: string
  readonly approvalId: string
  readonly signature: string
  readonly approved: boolean
  readonly reason?: string
}

/** Our own proofs travel in the provider's metadata, which clients keep and send back. */
export function signatureIn(metadata: JsonValue | undefined): { readonly signature?: string } {
  const own = isJsonObject(metadata) ? ownValue(metadata, 'parley') : undefined
  const signature = isJsonObject(own) ? ownValue(own, 'signature') : undefined
  return typeof signature === 'string' ? { signature } : {}
}
