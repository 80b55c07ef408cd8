import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { ChatRequest, RequestExtras } from '../../canonical/message.ts'
import { extrasFor, type FieldRules, isTrue, readExtras } from '../request/request-extras.ts'
import { FORMAT_ID } from './proofs.ts'

const CONFIG = 'generationConfig'

const RULES: FieldRules = {
  format: FORMAT_ID,
  read: ['model', 'contents', 'systemInstruction', 'tools', 'toolConfig', CONFIG],
  refused: {},
  shapes: {},
  lost: [],
}

const CONFIG_RULES: FieldRules = {
  format: FORMAT_ID,
  read: [
    'temperature',
    'topP',
    'maxOutputTokens',
    'stopSequences',
    'seed',
    'responseMimeType',
    'responseSchema',
    'responseJsonSchema',
  ],
  refused: { candidateCount: isAboveOne, responseLogprobs: isTrue, responseModalities: speaksOtherwise },
  shapes: {},
  lost: [],
}

function isAboveOne(count: JsonValue): boolean {
  return typeof count === 'number' && count > 1
}

function speaksOtherwise(kinds: JsonValue): boolean {
  return Array.isArray(kinds) && kinds.some((kind) => kind !== 'TEXT')
}

/** Those of the configuration bear its name in front, so that each of them can be named. */
export function readGenerateExtras(document: unknown): RequestExtras | undefined {
  const own = readExtras(document, RULES)
  const config = readExtras(isJsonObject(document) ? ownValue(document, CONFIG) : undefined, CONFIG_RULES)
  if (!config) return own
  const named = Object.entries(config.fields).map(([field, value]) => [`${CONFIG}.${field}`, value] as const)
  return { format: FORMAT_ID, fields: { ...own?.fields, ...Object.fromEntries(named) } }
}

/** What is to be said to the vendor besides, at the top and in the configuration. */
export function writeGenerateExtras(request: ChatRequest): { readonly top: JsonObject; readonly config: JsonObject } {
  const entries = Object.entries(extrasFor(request, FORMAT_ID))
  return {
    top: Object.fromEntries(entries.filter((entry) => !ofConfig(entry))),
    config: Object.fromEntries(entries.filter(ofConfig).map(([field, value]) => [field.slice(CONFIG.length + 1), value])),
  }
}

const ofConfig = ([field]: readonly [string, unknown]): boolean => field.startsWith(`${CONFIG}.`)
