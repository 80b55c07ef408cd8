import type { ThreadNode } from '../../storage/thread-store.ts'
import type { Branch } from './thread-state.ts'

/** The messages from the first one to `head`. */
export function pathTo(nodes: readonly ThreadNode[], head: string | undefined): readonly ThreadNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const path: ThreadNode[] = []
  for (
    let node = head === undefined ? undefined : byId.get(head);
    node;
    node = node.parentId === undefined ? undefined : byId.get(node.parentId)
  ) {
    path.push(node)
    // A damaged store must not make a circle.
    byId.delete(node.id)
  }
  return path.toReversed()
}

/** The messages that share a parent, oldest first. */
export function siblingsOf(nodes: readonly ThreadNode[], parentId: string | undefined): readonly string[] {
  return nodes
    .filter((node) => node.parentId === parentId)
    .sort((left, right) => left.order - right.order)
    .map((node) => node.id)
}

/** Where each message stands among its siblings, worked out once for all of them. */
export function branchesOf(nodes: readonly ThreadNode[]): (node: ThreadNode) => Branch {
  const byParent = Map.groupBy(nodes, ({ parentId }) => parentId)
  return ({ id, parentId }) => {
    const siblings = (byParent.get(parentId) ?? []).toSorted((left, right) => left.order - right.order)
    const ids = siblings.map((node) => node.id)
    return { index: Math.max(0, ids.indexOf(id)), ids }
  }
}

/** The end of the branch through `id`, always taking the newest turn. */
export function newestEnd(nodes: readonly ThreadNode[], id: string): string {
  const newestChild = new Map<string, ThreadNode>()
  for (const node of nodes) {
    if (node.parentId === undefined) continue
    const other = newestChild.get(node.parentId)
    if (!other || other.order < node.order) newestChild.set(node.parentId, node)
  }
  const seen = new Set<string>()
  let end = id
  for (let next = newestChild.get(end); next && !seen.has(next.id); next = newestChild.get(end)) {
    seen.add(next.id)
    end = next.id
  }
  return end
}
