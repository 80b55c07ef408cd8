import { createSignatures } from '../request/signatures.ts'

export const FORMAT_ID = 'anthropic-messages'

/** The signature of a thinking block. */
export const thinkingProof = createSignatures(FORMAT_ID)

/** The whole of a block whose thoughts the vendor withheld: there is nothing in it but the proof. */
export const redactedProof = createSignatures(`${FORMAT_ID}/redacted`)
