import { countToSummarise, furthestSummary, type Summary } from '@parley/dialects'
import type { StoredThread, ThreadNode } from '../../storage/thread-store.ts'
import { pathTo } from './message-tree.ts'

/** A branch as it is told to a model. What is told and what is not are the whole branch, in its order. */
export interface ToldPath {
  /** Stands for what is not told. Absent: everything is told. */
  readonly summary?: Summary
  readonly hidden: readonly ThreadNode[]
  readonly told: readonly ThreadNode[]
}

const placed = ({ id, message: { role } }: ThreadNode) => ({ id, role })

/** Of the summaries that lie on the branch, the one that reaches furthest. What follows it begins with something a person said. */
export function toldPath({ thread, nodes }: Pick<StoredThread, 'thread' | 'nodes'>): ToldPath {
  const path = pathTo(nodes, thread.head)
  const { summaries = [] } = thread
  const furthest = summaries.length > 0 && furthestSummary(path.map(placed), summaries)
  if (!furthest) return { hidden: [], told: path }
  return { summary: furthest.summary, hidden: path.slice(0, furthest.count), told: path.slice(furthest.count) }
}

/** The last message that a summary would take in, and what it would be made of. Undefined: there is too little. */
export function toSummarise(stored: StoredThread): { readonly upTo: string; readonly nodes: readonly ThreadNode[] } | undefined {
  const { told } = toldPath(stored)
  const nodes = told.slice(0, countToSummarise(told.map(placed)))
  const last = nodes.at(-1)
  return last && { upTo: last.id, nodes }
}
