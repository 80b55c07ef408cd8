import type { CharSet } from './char-set.ts'

/** What a pattern says. */
export type PatternNode =
  | { readonly is: 'char'; readonly set: CharSet }
  | { readonly is: 'start' | 'end' }
  | { readonly is: 'join' | 'either'; readonly nodes: readonly PatternNode[] }
  | { readonly is: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number; readonly lazy: boolean }
  | { readonly is: 'group'; readonly name: string; readonly node: PatternNode }

/** Whether it can match nothing in the middle of a text. */
export function canBeEmpty(node: PatternNode): boolean {
  if (node.is === 'join') return node.nodes.every(canBeEmpty)
  if (node.is === 'either') return node.nodes.some(canBeEmpty)
  if (node.is === 'repeat') return node.least === 0 || canBeEmpty(node.node)
  return node.is === 'group' && canBeEmpty(node.node)
}

/** The same without the `\s*` that ends it: what it closes is closed before that, and need not wait for what follows. */
export function withoutTrailingSpace(node: PatternNode): PatternNode | undefined {
  if (node.is !== 'join') return undefined
  const last = node.nodes.at(-1)
  const isSpace =
    last?.is === 'repeat' && last.least === 0 && last.most === Infinity && last.node.is === 'char' && last.node.set.space
  return isSpace && node.nodes.length > 1 ? { is: 'join', nodes: node.nodes.slice(0, -1) } : undefined
}

const MOST_SPELLINGS = 8

/** All texts it can match, where they are few; undefined where they are not. */
export function spellings(node: PatternNode): readonly string[] | undefined {
  const all = spelled(node)
  return all && all.length <= MOST_SPELLINGS && !all.includes('') ? all : undefined
}

function spelled(node: PatternNode): readonly string[] | undefined {
  if (node.is === 'char') return node.set.only === undefined ? undefined : [node.set.only]
  if (node.is === 'join') return node.nodes.reduce(joined, [''] as readonly string[] | undefined)
  if (node.is === 'either') {
    const all = node.nodes.map(spelled)
    return all.includes(undefined) ? undefined : [...new Set(all.flatMap((texts) => texts ?? []))]
  }
  if (node.is !== 'repeat' || node.most > 1) return undefined
  const texts = spelled(node.node)
  return texts && (node.least === 1 ? texts : [...texts, ''])
}

function joined(before: readonly string[] | undefined, node: PatternNode): readonly string[] | undefined {
  const behind = before && before.length <= MOST_SPELLINGS ? spelled(node) : undefined
  return behind && before?.flatMap((head) => behind.map((tail) => head + tail))
}

/** The literal texts in it, as long as they are: `<tool_call>` and `<function=` of `<tool_call>\s*<function=`. */
export function literalsIn(node: PatternNode): readonly string[] {
  const texts: string[] = []
  let run = ''
  const end = (): void => {
    if (run !== '') texts.push(run)
    run = ''
  }
  const walk = (one: PatternNode): void => {
    if (one.is === 'char' && one.set.only !== undefined) run += one.set.only
    else if (one.is === 'join') for (const each of one.nodes) walk(each)
    else {
      end()
      for (const each of one.is === 'either' ? one.nodes : 'node' in one ? [one.node] : []) {
        walk(each)
        end()
      }
    }
  }
  walk(node)
  end()
  return texts
}
