import type { ThreadState } from '@parley/browser'

/** From here on it is time to sum up, while there is still room to do so. */
export const NEARLY_FULL = 0.75
const CHARACTERS_PER_TOKEN = 4

/** The part of what its model reads at once that a conversation fills. Undefined: nobody said how much that is. */
export function contextUse(
  { messages, summary }: Pick<ThreadState, 'messages' | 'summary'>,
  contextTokens: number | undefined,
): number | undefined {
  if (contextTokens === undefined || contextTokens <= 0) return undefined
  const hidden = new Set(summary?.hidden)
  const last = messages.findLast((message) => message.role === 'assistant' && message.usage !== undefined)
  // What was counted before a summary counted what it stands for.
  const isCounted = last?.role === 'assistant' && last.usage && !(summary && summary.createdAt > last.createdAt)
  if (isCounted) return ((last.usage?.inputTokens ?? 0) + (last.usage?.outputTokens ?? 0)) / contextTokens
  const characters = messages.reduce(
    (sum, { id, parts }) => (hidden.has(id) ? sum : sum + lengthOf(parts)),
    summary?.text.length ?? 0,
  )
  return characters / CHARACTERS_PER_TOKEN / contextTokens
}

const lengthOf = (parts: readonly { readonly type: string; readonly text?: string }[]): number =>
  parts.reduce((sum, part) => sum + (part.text?.length ?? 0), 0)
