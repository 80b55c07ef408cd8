import { type Dialect, isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { createPromptWriter as createWriter, daySigns, Refused } from '@parley/dialects/model-files'
import { refusal } from '../http-fault.ts'
import type { Loaded } from './engine/messages.ts'
import type { ModelFile } from './files/read-model-file.ts'
import { say } from './words.ts'

export type WritePrompt = (messages: readonly JsonObject[], more: PromptParts) => string

interface PromptParts {
  readonly tools?: readonly JsonObject[]
  /** The dialect that wrote the messages. Absent: none did. */
  readonly dialect?: Dialect | undefined
}

/** Writes prompts as the file's own template does, and says what to do where it will not. */
export async function createPromptWriter(model: string, { header }: ModelFile, loaded: Loaded): Promise<WritePrompt> {
  const refused = (error: unknown): never => {
    if (!(error instanceof Refused)) throw error
    throw refusal('request/invalid', say('gguf.template', { model, why: error.message }))
  }
  const write = await createWriter({ ...loaded, header, clock: now }).catch(refused)
  return (messages, parts) => {
    const said = messages.map((message) => ({
      ...message,
      role: String(ownValue(message, 'role')),
      content: textIn(ownValue(message, 'content'), model),
    }))
    try {
      return write(said, parts)
    } catch (error) {
      return refused(error)
    }
  }
}

const now = (sign: string): string | undefined => daySigns(new Date())(sign)

function textIn(content: JsonValue | undefined, model: string): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.map((part) => (isJsonObject(part) && part['type'] === 'text' ? ownValue(part, 'text') : undefined))
  if (texts.some((text) => typeof text !== 'string')) throw refusal('request/invalid', say('gguf.text-only', { model }))
  return texts.join('\n')
}
