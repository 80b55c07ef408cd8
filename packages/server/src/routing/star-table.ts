/** Looks names up in a table whose names may end in a star, which stands for whatever follows. A whole name counts before any star, and the longest beginning before shorter ones. */
export function createStarTable<Value>(table: Readonly<Record<string, Value>>): (name: string) => Value | undefined {
  const exact = new Map(Object.entries(table))
  const beginnings = [...exact]
    .filter(([name]) => name.endsWith('*'))
    .map(([name, value]) => ({ beginning: name.slice(0, -1), value }))
    .toSorted((one, other) => other.beginning.length - one.beginning.length)
  return (name) => exact.get(name) ?? beginnings.find(({ beginning }) => name.startsWith(beginning))?.value
}
