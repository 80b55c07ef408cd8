/** Each circle once, beginning and ending with the same node. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: string[][] = []
  const finished = new Set<string>()
  const trail: string[] = []

  const visit = (node: string): void => {
    if (finished.has(node)) return
    const seenAt = trail.indexOf(node)
    if (seenAt >= 0) {
      cycles.push([...trail.slice(seenAt), node])
      return
    }
    trail.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    trail.pop()
    finished.add(node)
  }

  for (const node of graph.keys()) visit(node)
  return cycles
}
