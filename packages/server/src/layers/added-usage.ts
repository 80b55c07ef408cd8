import type { Usage } from '@parley/dialects'

/** What two answers of a model cost that are one to the client. */
export function addedUsage(before: Usage | undefined, more: Usage | undefined): Usage | undefined {
  if (!before || !more) return before ?? more
  const fields = ['inputTokens', 'outputTokens', 'reasoningTokens', 'cachedInputTokens'] as const
  const sums = fields.flatMap((field) => {
    const given = before[field] !== undefined || more[field] !== undefined
    return given ? [[field, (before[field] ?? 0) + (more[field] ?? 0)]] : []
  })
  return { ...Object.fromEntries(sums), ...((before.estimated || more.estimated) && { estimated: true }) }
}
