import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'

/** What somebody else's server wants to know in the middle of a call. Every text in it is that server's, and believed by nobody. */
export type Question =
  | { readonly mode: 'form'; readonly by: string; readonly message: string; readonly schema: JsonObject }
  | { readonly mode: 'url'; readonly by: string; readonly message: string; readonly url: string }

export type QuestionAnswer =
  | { readonly action: 'accept'; readonly content?: JsonObject }
  | { readonly action: 'decline' | 'cancel' }

/** What `human()` is handed for it. */
export const questionPayload = (question: JsonValue): JsonObject => ({ type: 'server-question', question })

/** The question in such a payload. Undefined: it is another tool's own. */
export function questionIn(payload: JsonValue): Question | undefined {
  if (!isJsonObject(payload) || ownValue(payload, 'type') !== 'server-question') return undefined
  return readQuestion(ownValue(payload, 'question'))
}

function readQuestion(value: JsonValue | undefined): Question | undefined {
  if (!isJsonObject(value)) return undefined
  const { mode, by, message, schema, url } = value
  if (typeof by !== 'string' || typeof message !== 'string') return undefined
  if (mode === 'form' && isJsonObject(schema)) return { mode, by, message, schema }
  return mode === 'url' && typeof url === 'string' ? { mode, by, message, url } : undefined
}

/** What a form gave back; anything else is a no. */
export function readAnswer(value: JsonValue | undefined): QuestionAnswer {
  if (!isJsonObject(value)) return { action: 'cancel' }
  const { action, content } = value
  if (action !== 'accept') return { action: action === 'decline' ? action : 'cancel' }
  return { action, ...(isJsonObject(content) && { content }) }
}
