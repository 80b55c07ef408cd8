import { useEffect } from 'react'

/** What the menu of the open conversation does. */
export type TalkDeed = 'instructions' | 'summarise' | 'markdown' | 'html' | 'capsule'

const listeners = new Set<(deed: TalkDeed) => void>()

/** Does it with the open conversation, as its menu would: nothing, where the menu would not. */
export function doInTalk(deed: TalkDeed): void {
  for (const listener of listeners) listener(deed)
}

/** Hears of it. */
export function useTalkDeeds(listener: (deed: TalkDeed) => void): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  })
}
