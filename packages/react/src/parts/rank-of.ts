/**
 * How well a choice fits what was searched for: 0 is not at all. Each word must be there as it was written. Letters that are scattered over
 * a line do not count: "audit" is in "AUto-reaD, before actIng To…", and Enter would have loosened the mode.
 */
export function rankOf(id: string, search: string, words: readonly string[] = []): number {
  const text = [id, ...words].join(' ').toLowerCase()
  const sought = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (!sought.every((word) => text.includes(word))) return 0
  const label = (words[0] ?? id).toLowerCase()
  const [first = ''] = sought
  return label.startsWith(first) ? 1 : label.includes(first) ? 0.8 : 0.5
}
