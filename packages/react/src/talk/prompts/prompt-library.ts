import { isJsonObject } from '@parley/dialects'

export interface SavedPrompt {
  readonly id: string
  readonly name: string
  readonly text: string
}

export interface PromptLibrary {
  list(): readonly SavedPrompt[]
  /** One with the same id is replaced. False: this browser has no room for it. */
  save(prompt: SavedPrompt): boolean
  remove(id: string): void
  subscribe(listener: () => void): () => void
}

const KEY = 'parley-prompts'

/** Kept in this browser, for all conversations. */
export function createPromptLibrary(storage: Storage): PromptLibrary {
  let prompts = readPrompts(storage.getItem(KEY))
  const listeners = new Set<() => void>()
  const show = (next: readonly SavedPrompt[]) => {
    prompts = next
    for (const listener of listeners) listener()
  }
  const keep = (next: readonly SavedPrompt[]): boolean => {
    try {
      storage.setItem(KEY, JSON.stringify(next))
      show(next)
      return true
    } catch {
      return false
    }
  }
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === KEY) show(readPrompts(event.newValue))
  })
  return {
    list: () => prompts,
    save(prompt) {
      const others = prompts.filter(({ id }) => id !== prompt.id)
      return keep([...others, prompt].sort((left, right) => left.name.localeCompare(right.name)))
    },
    remove: (id) => void keep(prompts.filter((prompt) => prompt.id !== id)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What was stored, as far as it can be believed. */
function readPrompts(stored: string | null): readonly SavedPrompt[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.flatMap(readPrompt) : []
  } catch {
    return []
  }
}

function readPrompt(value: unknown): readonly SavedPrompt[] {
  const { id, name, text } = isJsonObject(value) ? value : {}
  return typeof id === 'string' && typeof name === 'string' && typeof text === 'string' ? [{ id, name, text }] : []
}
