import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'

/** Whom something is said to. */
export interface Listener {
  /** As its provider calls it. */
  readonly name: string
  /** Whether it is known to think before it answers. */
  readonly thinks: boolean
}

/** Where a format says something, and in which words. */
export interface Place {
  /** As extras name it. */
  readonly field: string
  /** Inside of it. Absent: the field says nothing else. */
  readonly key?: string
  /** Our word → theirs. Absent: whatever is said is said so. */
  readonly words?: Readonly<Record<string, JsonValue>>
  /** What they say in other words, such as a number. Absent: nothing. */
  readonly read?: (value: JsonValue) => string | undefined
  /** Whether a model understands it: a server may refuse a whole request for one word. Absent: all do. */
  readonly models?: (model: Listener) => boolean
  /** Values that go without saying beside others. */
  readonly idle?: readonly JsonValue[]
}

/** One idea, by the format that has words for it. It is written at the first place that has one for the value and the model. */
export type Hint = { readonly [format: string]: readonly Place[] }

const same = (...words: readonly string[]) => Object.fromEntries(words.map((word) => [word, word]))

/** How many tokens of thought are little and much, as vendors that know both say it. */
function effortOf(tokens: JsonValue): string | undefined {
  if (typeof tokens !== 'number' || tokens < 0) return undefined
  if (tokens === 0) return 'none'
  return tokens <= 2048 ? 'low' : tokens <= 12_288 ? 'medium' : 'high'
}

/** Also where another vendor serves them. */
const ofOpenai = ({ name }: Listener): boolean => /(?:^|\/)(?:o[1-9]|gpt-[3-9]|chatgpt|codex)/.test(name)
const thinks = ({ name, thinks: known }: Listener): boolean => known || /(?:^|\/)(?:o[1-9]|gpt-[5-9](?!.*chat)|codex)/.test(name)
/** The first of OpenAI's that think cannot be told not to. */
const mayNotThink = (model: Listener): boolean => thinks(model) && !/(?:^|\/)(?:o[1-9]|gpt-5(?!\.)|codex)/.test(model.name)

const openaiEffort = (place: Pick<Place, 'field' | 'key'>): readonly Place[] => [
  { ...place, words: same('minimal', 'low', 'medium', 'high', 'xhigh'), models: thinks },
  { ...place, words: same('none'), models: mayNotThink },
]
const THINKING = 'generationConfig.thinkingConfig'
/** Those before refuse to be asked for it. */
const askedForEffort = ({ name }: Listener): boolean =>
  !/claude-(?:[0-3]|instant|(?:opus|sonnet|haiku)-4-(?:[01](?!\d)|20)|(?:sonnet|haiku)-4-5)/.test(name)

const effort: Hint = {
  'openai-chat': openaiEffort({ field: 'reasoning_effort' }),
  'openai-responses': openaiEffort({ field: 'reasoning', key: 'effort' }),
  'anthropic-messages': [
    { field: 'output_config', key: 'effort', words: same('low', 'medium', 'high', 'xhigh', 'max'), models: askedForEffort },
    { field: 'thinking', key: 'type', words: { none: 'disabled' }, idle: ['enabled'] },
    { field: 'thinking', key: 'budget_tokens', words: {}, read: effortOf },
  ],
  'gemini-generate': [
    {
      field: THINKING,
      key: 'thinkingLevel',
      words: same('minimal', 'low', 'medium', 'high'),
      models: ({ name }) => /gemini-(?:[3-9]|\d\d)/.test(name),
    },
    {
      field: THINKING,
      key: 'thinkingBudget',
      words: { none: 0, low: 1024, medium: 8192, high: 24_576 },
      read: effortOf,
      models: ({ name }) => /gemini-2\.5/.test(name),
    },
  ],
}

/** What both of OpenAI's formats call the same. Others who speak them refuse what they do not know. */
const shared = (field: string, words?: Place['words']): Hint => {
  const place: Place = { field, models: ofOpenai, ...(words && { words }) }
  return { 'openai-chat': [place], 'openai-responses': [place] }
}

const TIERS = same('auto', 'default', 'flex', 'priority', 'scale')
const USER: Place = { field: 'metadata', key: 'user_id' }

/** What formats say beyond our own words, and say alike. The only place where they meet. */
export const HINTS: readonly Hint[] = [
  effort,
  {
    'openai-responses': [{ field: 'reasoning', key: 'summary', words: { shown: 'auto' } }],
    'gemini-generate': [{ field: THINKING, key: 'includeThoughts', words: { shown: true } }],
  },
  {
    ...shared('service_tier', TIERS),
    'anthropic-messages': [{ field: 'service_tier', words: { auto: 'auto', default: 'standard_only' } }],
  },
  { ...shared('user'), 'anthropic-messages': [USER] },
  { ...shared('safety_identifier'), 'anthropic-messages': [USER] },
  {
    'openai-chat': [{ field: 'verbosity', models: ofOpenai }],
    'openai-responses': [{ field: 'text', key: 'verbosity', models: ofOpenai }],
  },
  { 'anthropic-messages': [{ field: 'top_k' }], 'gemini-generate': [{ field: 'generationConfig.topK' }] },
  { 'openai-chat': [{ field: 'presence_penalty' }], 'gemini-generate': [{ field: 'generationConfig.presencePenalty' }] },
  { 'openai-chat': [{ field: 'frequency_penalty' }], 'gemini-generate': [{ field: 'generationConfig.frequencyPenalty' }] },
  shared('prompt_cache_key'),
  shared('prompt_cache_retention'),
]

/** What stands at a place, in our word. Undefined: nothing, or nothing that we know. */
export function readPlace(fields: JsonObject, { field, key, words, read }: Place): JsonValue | undefined {
  const whole = ownValue(fields, field)
  const value = key === undefined ? whole : isJsonObject(whole) ? ownValue(whole, key) : undefined
  if (value === undefined || !words) return value
  const plain = typeof value === 'string' ? value.toLowerCase() : value
  return Object.keys(words).find((word) => words[word] === plain) ?? read?.(value)
}

/** What is to stand at the first of these places that has a word for it. Undefined: none has. */
export function wordAt(
  places: readonly Place[],
  value: JsonValue,
  model: Listener,
): { readonly place: Place; readonly word: JsonValue } | undefined {
  for (const place of places) {
    const word = !place.words ? value : typeof value === 'string' ? ownValue(place.words, value) : undefined
    if (word !== undefined && (place.models?.(model) ?? true)) return { place, word }
  }
  return undefined
}
