import type { SharedWords } from '../request/request-extras.ts'

/** What Chat Completions and Responses say alike. `detail: "original"` is known to Responses alone. */
export const SHARED_WORDS: SharedWords = {
  formats: ['openai-chat', 'openai-responses'],
  words: { detail: ['auto', 'low', 'high'], strict: [true, false] },
}
