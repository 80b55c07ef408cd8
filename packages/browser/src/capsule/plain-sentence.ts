import type { ToolCall } from '@parley/dialects'

const MAX_ARGUMENT = 60
const MAX_SENTENCE = 200
// Line ends and marks that turn the reading direction: a sentence must not draw itself as another.
const UNSAFE = /[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu

/** What a call says about itself and nobody else does: `write_file: path /notes/a.md, content Hello…`. */
export function plainSentence({ name, input }: ToolCall): string {
  const told = Object.entries(input).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${clip(key, MAX_ARGUMENT)} ${clip(text, MAX_ARGUMENT)}`
  })
  return clip(told.length === 0 ? name : `${name}: ${told.join(', ')}`, MAX_SENTENCE)
}

function clip(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .toWellFormed()
    .replace(UNSAFE, ' ')
    .trim()
  return line.length > limit ? `${line.slice(0, limit).toWellFormed()}…` : line
}
