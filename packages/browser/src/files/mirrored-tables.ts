import type { ContentCache } from './content-cache.ts'
import { isInline } from './file-content.ts'
import type { FileTables } from './file-store.ts'
import type { NodeMirror } from './node-mirror.ts'
import type { Path } from './path.ts'
import type { StoredNode } from './stored-node.ts'

export interface TabMemory {
  readonly mirror: NodeMirror
  readonly contents: ContentCache
}

/**
 * Tables that answer from this tab's memory where they can. `fresh` resolves once the mirror is as new as the transaction; what
 * memory does not know is asked of the database at once, without waiting for it.
 */
export function createMirroredTables(tables: FileTables, memory: TabMemory, fresh: Promise<void>): FileTables {
  const { mirror, contents } = memory
  const answerFrom = async <Known, Answer>(
    recall: () => Known | undefined,
    ask: () => Promise<Answer>,
  ): Promise<Known | Answer> => {
    if (recall() === undefined) return ask()
    await fresh
    const known = recall()
    return known === undefined ? ask() : known
  }
  const learnAfter = async <Value>(asked: Promise<Value>, learn: (value: Value) => void): Promise<Value> => {
    const [value] = await Promise.all([asked, fresh])
    learn(value)
    return value
  }
  const askNode = (path: Path) =>
    learnAfter(tables.node(path), (node) => {
      keepContents(contents, node === undefined ? [] : [node])
      mirror.learn(path, node)
    })
  const askBelow = (folder: Path) =>
    learnAfter(tables.below(folder), (nodes) => {
      keepContents(contents, nodes)
      mirror.learnBelow(folder, nodes)
    })
  return {
    ...tables,
    bareNode: async (path) =>
      (await answerFrom(
        () => mirror.find(path),
        () => askNode(path),
      )) ?? undefined,
    node: async (path) =>
      (await answerFrom(
        () => recallWhole(memory, path),
        () => askNode(path),
      )) ?? undefined,
    bareChildren: (folder) =>
      answerFrom(
        () => mirror.children(folder),
        () =>
          learnAfter(tables.bareChildren(folder), (nodes) => {
            keepContents(contents, nodes)
            mirror.learnChildren(folder, nodes)
          }),
      ),
    bareBelow: (folder) =>
      answerFrom(
        () => mirror.below(folder),
        () => askBelow(folder),
      ),
    below: askBelow,
    async logEnd() {
      await fresh
      return mirror.end ?? { sequence: 0, total: 0 }
    },
  }
}

/** A node from memory together with its content; `undefined` when memory has not all of it. */
function recallWhole({ mirror, contents }: TabMemory, path: Path): StoredNode | null | undefined {
  const node = mirror.find(path)
  if (node === undefined || node === null || node.type === 'folder' || !isInline(node.size)) return node
  const content = contents.get(node.hash)
  return content === undefined ? undefined : { ...node, content }
}

function keepContents(contents: ContentCache, nodes: readonly StoredNode[]): void {
  for (const node of nodes) if (node.type === 'file' && node.content !== undefined) contents.add(node.hash, node.content)
}
