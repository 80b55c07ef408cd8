import type { UIMessage } from 'ai'

const PLACE = 'messages'

/** Clients forget a conversation with the page; keeping it is the app's business, and a reload is what the tests try. */
export function readMessages(): UIMessage[] {
  return JSON.parse(sessionStorage.getItem(PLACE) ?? '[]')
}

export function keepMessages(messages: readonly UIMessage[]): void {
  sessionStorage.setItem(PLACE, JSON.stringify(messages))
}
