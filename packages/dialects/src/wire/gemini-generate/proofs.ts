import { createSignatures } from '../request/signatures.ts'

export const FORMAT_ID = 'gemini-generate'

/** The signature of a thought, which rides on whatever part followed it. */
export const thoughtProof = createSignatures(FORMAT_ID)

/** What the vendor accepts in place of a proof for a call that another model made. */
export const NO_PROOF = 'skip_thought_signature_validator'
