/** Who has models, as people know them: what a form begins with. */
export interface Preset {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly url: string
  /** `wanted`: nothing goes without one. `possible`: some installations have one. */
  readonly key: 'wanted' | 'possible'
  /** Where a key is made. Absent: wherever the server is. */
  readonly keys?: string
  readonly isLocal?: true
  /** Nobody in particular: it is called as one likes, or by its address. */
  readonly isAnybody?: true
}

export const PRESETS: readonly Preset[] = [
  { id: 'ollama', label: 'Ollama', kind: 'ollama', url: 'http://127.0.0.1:11434', key: 'possible', isLocal: true },
  {
    id: 'lm-studio',
    label: 'LM Studio',
    kind: 'openai-compatible',
    url: 'http://127.0.0.1:1234/v1',
    key: 'possible',
    isLocal: true,
  },
  { id: 'llama-cpp', label: 'llama.cpp', kind: 'llama-cpp', url: 'http://127.0.0.1:8080', key: 'possible', isLocal: true },
  { id: 'vllm', label: 'vLLM', kind: 'openai-compatible', url: 'http://127.0.0.1:8000/v1', key: 'possible', isLocal: true },
  {
    id: 'openai',
    label: 'OpenAI',
    kind: 'openai-responses',
    url: 'https://api.openai.com/v1',
    key: 'wanted',
    keys: 'https://platform.openai.com/api-keys',
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    kind: 'anthropic',
    url: 'https://api.anthropic.com/v1',
    key: 'wanted',
    keys: 'https://console.anthropic.com/settings/keys',
  },
  {
    id: 'gemini',
    label: 'Gemini',
    kind: 'gemini',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    key: 'wanted',
    keys: 'https://aistudio.google.com/apikey',
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    kind: 'openai-compatible',
    url: 'https://openrouter.ai/api/v1',
    key: 'wanted',
    keys: 'https://openrouter.ai/settings/keys',
  },
  {
    id: 'groq',
    label: 'Groq',
    kind: 'openai-compatible',
    url: 'https://api.groq.com/openai/v1',
    key: 'wanted',
    keys: 'https://console.groq.com/keys',
  },
]

/** Any other server of OpenAI's kind; what stands on its button is a word, and so in the language of the page. */
export const otherPreset = (label: string): Preset => ({
  id: 'other',
  label,
  kind: 'openai-compatible',
  url: '',
  key: 'possible',
  isAnybody: true,
})

/** What one that is kept was made of, for what is said beside its fields. */
export const presetOf = ({ kind, url }: { readonly kind: string; readonly url: string }): Preset | undefined =>
  PRESETS.find((preset) => preset.kind === kind && preset.url === url)
