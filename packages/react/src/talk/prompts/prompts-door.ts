const listeners = new Set<() => void>()

/** Opens the prompt library over the open conversation; what is chosen there stands in its message field. */
export function openPrompts(): void {
  for (const listener of listeners) listener()
}

export function onPromptsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
