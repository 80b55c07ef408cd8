import type { ChatRequest, Message } from '@parley/dialects'

/** More would not tell conversations apart any better. */
const MOST = 4000

/** Two numbers of 32 bits, well mixed: the same text gives the same ones on every replica. */
export function hash(text: string): readonly [number, number] {
  let one = 0x811c9dc5
  let other = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    one = Math.imul(one ^ unit, 0x01000193)
    other = Math.imul(other ^ unit, 0x5f356495)
  }
  return [mixed(one ^ (other >>> 15)), mixed(other ^ (one >>> 13))]
}

function mixed(bits: number): number {
  let value = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/**
 * Tells conversations apart, cheaply and without keeping anything: by what the client calls it, else by what every request of a conversation
 * begins with, which is also what a vendor's cache of prompts goes by.
 */
export function conversationKey(request: ChatRequest, conversation?: string): string {
  const named = conversation || request.extras?.fields['prompt_cache_key']
  const text = typeof named === 'string' && named !== '' ? named.slice(0, MOST) : beginningOf(request.messages)
  return hash(`${request.model}\n${text}`)
    .map((half) => half.toString(36))
    .join('.')
}

function beginningOf(messages: readonly Message[]): string {
  let text = ''
  for (const message of messages) {
    for (const part of message.parts) if (part.type === 'text') text += `${part.text.slice(0, MOST)}\n`
    if (message.role === 'user' || text.length > MOST) break
  }
  return text
}
