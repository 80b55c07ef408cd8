import { useSyncExternalStore } from 'react'

const PREFIX = '#/thread/'

/** The thread named in the address, so that a reload and a bookmark come back to it. */
const readAddress = (hash: string): string | undefined => {
  const id = hash.startsWith(PREFIX) ? decodeURIComponent(hash.slice(PREFIX.length)) : ''
  return id === '' ? undefined : id
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

export const goToThread = (id: string): void => {
  location.hash = `${PREFIX}${encodeURIComponent(id)}`
}

export const useThreadAddress = (): string | undefined => readAddress(useSyncExternalStore(subscribe, () => location.hash))
