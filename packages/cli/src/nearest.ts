/** The name that was probably meant, if any is near enough to say so. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distance(word.toLowerCase(), name) }))
    .filter(({ name, distance: far }) => far <= Math.max(1, Math.floor(Math.min(word.length, name.length) / 2)))
    .sort((a, b) => a.distance - b.distance)
  return best?.name
}

/** How many letters must be added, taken away, replaced or swapped with their neighbour. */
function distance(from: string, to: string): number {
  // A word as long as a book is no slip of a finger.
  if (from.length > 40) return from.length
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same, swapped))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
