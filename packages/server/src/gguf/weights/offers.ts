/** A model that can be downloaded when somebody asks for it. */
export interface Offer {
  readonly id: string
  readonly title: string
  /** Where it lies at the hub: `owner/name`, and the file in it. */
  readonly repo: string
  readonly file: string
  /** About so much, for the question; the hub says it exactly. */
  readonly gigabytes: number
  /** Memory that it needs with a conversation. */
  readonly memoryGb: number
  readonly licence: string
  /** Tags of those that it speaks best, and how many others. */
  readonly languages: readonly string[]
  readonly otherLanguages: number
}

/** When somebody last looked whether these are still the ones to offer. */
export const OFFERS_SEEN = '2026-11-16'

/** Small open models that call tools, the smallest first. What a file weighs and its checksum are asked for when it is fetched, never taken from here. */
export const OFFERS: readonly Offer[] = [
  {
    id: 'Qwen3-0.6B-Q8_0',
    title: 'Qwen3 0.6B',
    repo: 'Qwen/Qwen3-0.6B-GGUF',
    file: 'Qwen3-0.6B-Q8_0.gguf',
    gigabytes: 0.64,
    memoryGb: 2,
    licence: 'Apache-2.0',
    languages: ['en', 'zh'],
    otherLanguages: 100,
  },
  {
    id: 'Qwen3-1.7B-Q8_0',
    title: 'Qwen3 1.7B',
    repo: 'Qwen/Qwen3-1.7B-GGUF',
    file: 'Qwen3-1.7B-Q8_0.gguf',
    gigabytes: 1.83,
    memoryGb: 4,
    licence: 'Apache-2.0',
    languages: ['en', 'zh'],
    otherLanguages: 100,
  },
  {
    id: 'Qwen3-4B-Q4_K_M',
    title: 'Qwen3 4B',
    repo: 'Qwen/Qwen3-4B-GGUF',
    file: 'Qwen3-4B-Q4_K_M.gguf',
    gigabytes: 2.5,
    memoryGb: 6,
    licence: 'Apache-2.0',
    languages: ['en', 'zh'],
    otherLanguages: 100,
  },
]

/** The largest that this much memory bears; the smallest where none fits. */
export function suggested(freeBytes: number): Offer | undefined {
  return OFFERS.findLast(({ memoryGb }) => memoryGb * 2 ** 30 <= freeBytes) ?? OFFERS[0]
}
