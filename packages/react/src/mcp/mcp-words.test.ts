import { expect, test } from 'vitest'
import type { Tree } from '../language/bind.ts'
import { chineseMcpPage } from '../language/chinese/mcp.ts'
import { englishMcp } from '../language/english/mcp.ts'
import { germanMcpPage } from '../language/german/mcp.ts'

const leaves = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [[`${path}${name}`, part] as const] : leaves(part, `${path}${name}.`),
  )
const slots = (text: string) =>
  [...new Set([...text.matchAll(/\{([\w-]+)/g)].map(([, slot = '']) => slot))].toSorted((a, b) => a.localeCompare(b)).join()

test.each([
  ['German', germanMcpPage],
  ['Chinese', chineseMcpPage],
])('the page of servers takes the same values in %s', (_language, page) => {
  const told = new Map(leaves(page))
  expect(leaves(englishMcp).filter(([path, text]) => slots(text) !== slots(told.get(path) ?? ''))).toEqual([])
})
