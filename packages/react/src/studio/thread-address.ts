import { useSyncExternalStore } from 'react'

const PREFIX = '#/thread/'

interface Address {
  readonly thread: string
  /** What stands behind the name of the thread. */
  readonly search: string
}

const readAddress = (hash: string): Address | undefined => {
  if (!hash.startsWith(PREFIX)) return undefined
  const [id = '', search = ''] = hash.slice(PREFIX.length).split('?', 2)
  const thread = decodeURIComponent(id)
  return thread === '' ? undefined : { thread, search }
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash)

export const newThreadId = (): string => crypto.randomUUID()

export const goToThread = (id: string): void => {
  location.hash = `${PREFIX}${encodeURIComponent(id)}`
}

/** A message that is looked for in a thread, and the words that were found in it. */
export interface Sought {
  readonly message: string
  readonly words: string
}

/** Going there twice is two jumps. */
let jumps = 0

export const goToMessage = (threadId: string, { message, words }: Sought): void => {
  const search = new URLSearchParams({ message, words, jump: String(++jumps) })
  location.hash = `${PREFIX}${encodeURIComponent(threadId)}?${search.toString()}`
}

/** The thread named in the address, so that a reload and a bookmark come back to it. */
export const useThreadAddress = (): string | undefined => readAddress(useHash())?.thread

/** What follows the thread in the address: one value for one place. */
export const useSoughtAddress = (): string => readAddress(useHash())?.search ?? ''

export function readSought(address: string): Sought | undefined {
  const values = new URLSearchParams(address)
  const message = values.get('message')
  return message === null ? undefined : { message, words: values.get('words') ?? '' }
}
