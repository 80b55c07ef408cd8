import type { Message } from '@parley/dialects'

/** The words of a message that a person would search for. */
export function wordsOf(message: Message): string {
  const texts = message.parts.flatMap((part) => {
    if (part.type === 'text') return part.text
    return part.type === 'tool-call' ? `${part.name} ${JSON.stringify(part.input)}` : []
  })
  return texts.join('\n')
}
