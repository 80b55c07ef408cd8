import type { Mode } from '@parley/browser'
import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'
import type { Prices } from '../cost/prices.ts'
import { type Language, languages } from '../language/languages.ts'

export type Theme = 'system' | 'light' | 'dark'

/** What the user chose for all conversations. Kept in this browser; never sent anywhere but where it must act. */
export interface StudioSettings {
  readonly language: Language
  readonly theme: Theme
  readonly letterKeys: boolean
  /** Whether the steps of a finished turn stand behind one line. */
  readonly foldSteps: boolean
  /** Absent: the server's default. */
  readonly model?: string
  /** How much that model reads at once, in tokens. Absent: nobody said. */
  readonly contextTokens?: number
  /** A dialect per model, where the user wants another than the server would choose. */
  readonly dialects: Readonly<Record<string, string>>
  /** Whether a model sees pictures, where the user knows better than its server says. */
  readonly sight: Readonly<Record<string, boolean>>
  /** What a million tokens of a model costs, where the user knows better than the list. */
  readonly prices: Prices
  readonly toolsetsOff: readonly string[]
  /** Whether programs in Python are offered to the model. Its files are fetched with the first one. */
  readonly python: boolean
  /** Where packages for Python are fetched. Absent: nobody has asked for any. */
  readonly pythonPackages?: string
  readonly systemPrompt: string
  readonly temperature?: number
  readonly maxTokens?: number
  readonly defaultMode: Mode
  /** Path patterns that the model may not change. */
  readonly locks: readonly string[]
  /** The master switch: nothing runs without a question, whatever was allowed. */
  readonly paused: boolean
  /** Whether programs of a conversation find what earlier ones declared. */
  readonly keepSession: boolean
  /** Whether programs may call the other tools; the model is then taught to write such programs. */
  readonly codeMode: boolean
  /** Whether a model names new conversations. */
  readonly titles: boolean
  /** Whether the system says when calls begin to wait. */
  readonly notify: boolean
  /** The hosts that a program may ask for. None: programs have no network. */
  readonly hosts: readonly string[]
}

export interface SettingsStore {
  get(): StudioSettings
  change(part: { readonly [Key in keyof StudioSettings]?: StudioSettings[Key] | undefined }): void
  subscribe(listener: () => void): () => void
}

const KEY = 'parley-settings'
const MODES: readonly Mode[] = ['ask', 'auto-read', 'auto', 'plan']
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const oneOf = <Value>(choices: readonly Value[], value: unknown, otherwise: Value): Value =>
  choices.find((choice) => choice === value) ?? otherwise

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** What was stored, as far as it can be believed: other versions and other hands write there too. */
export function readSettings(stored: string | null, preferred: Language): StudioSettings {
  const raw = parseObject(stored)
  const number = (key: string) => {
    const value = ownValue(raw, key)
    return typeof value === 'number' && Number.isFinite(value) ? { [key]: value } : {}
  }
  const dialects = ownValue(raw, 'dialects')
  const sight = ownValue(raw, 'sight')
  const model = ownValue(raw, 'model')
  const prompt = ownValue(raw, 'systemPrompt')
  const packages = ownValue(raw, 'pythonPackages')
  return {
    language: oneOf<Language>(languages, ownValue(raw, 'language'), preferred),
    theme: oneOf(THEMES, ownValue(raw, 'theme'), 'system'),
    letterKeys: ownValue(raw, 'letterKeys') !== false,
    foldSteps: ownValue(raw, 'foldSteps') !== false,
    ...(typeof model === 'string' && { model }),
    dialects: isJsonObject(dialects) ? Object.fromEntries(Object.entries(dialects).filter(isTextEntry)) : {},
    sight: isJsonObject(sight) ? Object.fromEntries(Object.entries(sight).filter(isFlagEntry)) : {},
    prices: pricesIn(ownValue(raw, 'prices')),
    toolsetsOff: texts(ownValue(raw, 'toolsetsOff')),
    python: ownValue(raw, 'python') === true,
    ...(typeof packages === 'string' && { pythonPackages: packages }),
    systemPrompt: typeof prompt === 'string' ? prompt : '',
    ...number('temperature'),
    ...number('maxTokens'),
    ...number('contextTokens'),
    // Never `auto` by default: running without asking is confirmed in each conversation.
    defaultMode: oneOf(MODES, ownValue(raw, 'defaultMode'), 'ask'),
    locks: texts(ownValue(raw, 'locks')),
    paused: ownValue(raw, 'paused') === true,
    keepSession: ownValue(raw, 'keepSession') === true,
    codeMode: ownValue(raw, 'codeMode') === true,
    titles: ownValue(raw, 'titles') !== false,
    notify: ownValue(raw, 'notify') === true,
    hosts: texts(ownValue(raw, 'hosts')),
  }
}

const isTextEntry = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

const isPrice = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

function pricesIn(raw: unknown): Prices {
  if (!isJsonObject(raw)) return {}
  const entries = Object.entries(raw).flatMap(([model, price]) => {
    if (!isJsonObject(price)) return []
    const [read, written, cached] = ['read', 'written', 'cached'].map((field) => ownValue(price, field))
    return isPrice(read) && isPrice(written) ? [[model, { read, written, ...(isPrice(cached) && { cached }) }] as const] : []
  })
  return Object.fromEntries(entries)
}

const isFlagEntry = (entry: [string, unknown]): entry is [string, boolean] => typeof entry[1] === 'boolean'

function parseObject(text: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

export function createSettings(storage: Storage, preferred: Language): SettingsStore {
  let settings = readSettings(storage.getItem(KEY), preferred)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return
    settings = readSettings(event.newValue, preferred)
    tell()
  })
  return {
    get: () => settings,
    change(part) {
      const text = JSON.stringify({ ...settings, ...part })
      settings = readSettings(text, preferred)
      tell()
      try {
        storage.setItem(KEY, text)
      } catch {
        // A full store costs the memory of a setting, not the setting.
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
