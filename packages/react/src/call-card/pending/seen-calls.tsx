import { createContext, type ReactNode, useContext, useState } from 'react'

/** Which calls were on screen to their end, each as it was shown: another look at the same call is another call to read. */
export interface SeenCalls {
  has(key: string, shown: string): boolean
  add(key: string, shown: string): void
}

function createSeenCalls(): SeenCalls {
  const seen = new Map<string, string>()
  return {
    has: (key, shown) => seen.get(key) === shown,
    add: (key, shown) => void seen.set(key, shown),
  }
}

const SeenContext = createContext<SeenCalls | undefined>(undefined)

/** Around the cards of one conversation. */
export function SeenCallsProvider({ children }: { readonly children: ReactNode }) {
  const [seen] = useState(createSeenCalls)
  return <SeenContext value={seen}>{children}</SeenContext>
}

/** A card that stands alone remembers for itself. */
export function useSeenCalls(): SeenCalls {
  const [own] = useState(createSeenCalls)
  return useContext(SeenContext) ?? own
}
