import type { GgufHeader } from './gguf-header.ts'

/** Bytes that a model keeps of every token that it has read: keys and values of two bytes each, for every head of every layer. A file that does not say it is taken for a middling one. */
export function keptPerToken({ layers = 32, keyHeads = 8, width = 128 }: GgufHeader): number {
  return 2 * 2 * layers * keyHeads * width
}
