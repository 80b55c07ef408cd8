import { isInline } from '../file-content.ts'
import type { Path } from '../path.ts'
import type { FileTables } from '../store/file-store.ts'
import type { StoredNode } from '../store/stored-node.ts'
import type { NodeMirror } from './node-mirror.ts'

/**
 * Tables that answer from this tab's memory where they can. `fresh` resolves once the mirror is as new as the transaction; what the
 * mirror does not know is asked of the database at once, without waiting for that.
 */
export function createMirroredTables(tables: FileTables, mirror: NodeMirror, fresh: Promise<void>): FileTables {
  const answerFrom = async <Known, Answer>(
    recall: () => Known | undefined,
    otherwise: () => Promise<Answer>,
  ): Promise<Known | Answer> => {
    if (recall() === undefined) return otherwise()
    await fresh
    const known = recall()
    return known === undefined ? otherwise() : known
  }
  const learn = <Value>(asked: Promise<Value>, remember: (value: Value) => void): Promise<Value> => {
    // What the database says is true whether or not it will be remembered: nobody waits for that.
    Promise.all([asked, fresh]).then(
      ([value]) => remember(value),
      () => undefined,
    )
    return asked
  }
  const nodeFrom = async (path: Path, recall: () => StoredNode | null | undefined) => {
    const ask = () => learn(tables.node(path), (found) => mirror.learn(path, found))
    return (await answerFrom(recall, ask)) ?? undefined
  }
  const below = (folder: Path) => learn(tables.below(folder), (nodes) => mirror.learnBelow(folder, nodes))
  return {
    ...tables,
    bareNode: (path) => nodeFrom(path, () => mirror.find(path)),
    node: (path) => nodeFrom(path, () => whole(mirror.find(path))),
    bareChildren: (folder) =>
      answerFrom(
        () => mirror.children(folder),
        () => learn(tables.bareChildren(folder), (nodes) => mirror.learnChildren(folder, nodes)),
      ),
    bareBelow: (folder) =>
      answerFrom(
        () => mirror.below(folder),
        () => below(folder),
      ),
    below,
    async lastSequence() {
      await fresh
      return mirror.sequence ?? 0
    },
    async logEnd() {
      await fresh
      mirror.total ??= (await tables.logEnd()).total
      return { sequence: mirror.sequence ?? 0, total: mirror.total }
    },
  }
}

/** Nothing when the mirror knows a small file without its content. */
function whole(node: StoredNode | null | undefined): StoredNode | null | undefined {
  return node?.type === 'file' && isInline(node.size) && node.content === undefined ? undefined : node
}
