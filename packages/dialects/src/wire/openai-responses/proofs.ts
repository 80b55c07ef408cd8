import { createSignatures } from '../request/signatures.ts'

export const FORMAT_ID = 'openai-responses'

/** The encrypted content of a reasoning item. */
export const reasoningProof = createSignatures(FORMAT_ID)
