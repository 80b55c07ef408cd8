import type { Message } from '@parley/dialects'

/** The words of a message that a person would search for. */
export function wordsOf(message: Message): string {
  const texts = message.parts.flatMap((part) => {
    if (part.type === 'text') return part.text
    return part.type === 'tool-call' ? `${part.name} ${JSON.stringify(part.input)}` : []
  })
  return texts.join('\n')
}

/** The place where the words stand, with a little around it. Undefined when they do not. */
export function excerptOf(text: string, words: string): string | undefined {
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  if (at < 0) return undefined
  const [from, to] = [Math.max(0, at - 30), Math.min(text.length, at + words.length + 50)]
  const excerpt = text.slice(from, to).toWellFormed().replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`
}

/** The first line of what the user wrote, short enough for a list. */
export function titleFrom(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  const characters = [...line]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line
}
