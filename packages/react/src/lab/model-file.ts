import { isJsonObject, type JsonObject } from '@parley/dialects'
import type { ModelFiles } from '@parley/dialects/model-files'

/** What of a model's files is at hand. A file in GGUF is only named here: of it nothing but its header is read, and elsewhere. */
export type LabFiles = Omit<ModelFiles, 'known' | 'gguf'> & { readonly gguf?: Blob }

/** What a text that was pasted or dropped is. */
export type Recognised =
  | { readonly kind: 'chat-template' | 'tokenizer-config' | 'response-template' | 'props' | 'show'; readonly files: LabFiles }
  | { readonly kind: 'shape'; readonly shape: JsonObject }
  | { readonly kind: 'answer'; readonly text: string }

/** More than any of these files has. */
export const MOST_CHARACTERS = 8_000_000

/** Says by its form what a text is: nobody has to know the names of files. */
export function recogniseText(text: string): Recognised {
  const json = objectIn(text)
  if (json) return recogniseObject(json, text)
  if (/\{%|\{\{-?\s*(?:[.$]|[a-z])/i.test(text)) return { kind: 'chat-template', files: { chatTemplate: text } }
  return { kind: 'answer', text }
}

function recogniseObject(json: JsonObject, text: string): Recognised {
  const has = (key: string): boolean => Object.hasOwn(json, key)
  if (has('calls') && has('version')) return { kind: 'shape', shape: json }
  if (has('fields') && (has('start_anchor') || has('start_anchor_pattern')))
    return { kind: 'response-template', files: { tokenizerConfig: { response_template: json } } }
  if (has('default_generation_settings') || has('chat_template_caps')) return { kind: 'props', files: { props: json } }
  if (has('chat_template') || has('response_template') || has('tokenizer_class') || has('bos_token'))
    return { kind: 'tokenizer-config', files: { tokenizerConfig: json } }
  if (typeof json['template'] === 'string') return { kind: 'show', files: { show: json } }
  return { kind: 'answer', text }
}

function objectIn(text: string): JsonObject | undefined {
  if (!/^\s*\{/.test(text) || /^\s*\{[{%#]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A GGUF file begins with its name. */
export const isGguf = async (file: Blob): Promise<boolean> => (await file.slice(0, 4).text()) === 'GGUF'
