import { createMemoryFiles, exportZip, filesFromZip, ROOT, toPath } from '@parley/browser/files'
import { expect, test } from 'vitest'
import { NOTHING_CHOSEN, reached, toggled, topmost } from './selection.ts'
import { stepOf } from './tree-keys.ts'
import { rowsOf } from './tree-rows.ts'

const YOU = { actor: 'user' } as const

async function filesWith(...paths: readonly string[]) {
  const files = createMemoryFiles()
  for (const path of paths) await files.write(toPath(path), path, YOU)
  return files
}

const treeOf = async (...paths: readonly string[]) => await (await filesWith(...paths)).tree(ROOT, YOU)
const PATHS = ['/a/deep/x.txt', '/a/b.txt', '/a/c.txt', '/z.txt']

test('rows stand as they are seen, with level and place, and nothing below what is folded', async () => {
  const entries = await treeOf(...PATHS)
  const shown = (folded: readonly string[]) =>
    rowsOf(entries, ROOT, new Set(folded)).map(({ entry, level, place, of }) => `${entry.path} ${level} ${place}/${of}`)
  expect(shown([])).toEqual([
    '/a 1 1/2',
    '/a/deep 2 1/3',
    '/a/deep/x.txt 3 1/1',
    '/a/b.txt 2 2/3',
    '/a/c.txt 2 3/3',
    '/z.txt 1 2/2',
  ])
  expect(shown(['/a/deep'])).toEqual(['/a 1 1/2', '/a/deep 2 1/3', '/a/b.txt 2 2/3', '/a/c.txt 2 3/3', '/z.txt 1 2/2'])
})

test('what is chosen is one, a run from where it began, or taken out again; a folder stands for what is in it', () => {
  const rows = ['/a', '/a/b', '/a/c', '/z'].map(toPath)
  const [a, b, c, z] = rows as [ReturnType<typeof toPath>, ...ReturnType<typeof toPath>[]]
  const first = toggled(NOTHING_CHOSEN, b!)
  expect([...reached(first, rows, z!).chosen]).toEqual([b, c, z])
  expect([...reached(reached(first, rows, z!), rows, a).chosen], 'a run turns around where it began').toEqual([a, b])
  expect([...toggled(first, b!).chosen]).toEqual([])
  expect([...reached(NOTHING_CHOSEN, rows, c!).chosen]).toEqual([c])
  expect(topmost([a, b!, z!])).toEqual([a, z])
})

const key = (name: string, more: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

test.each([
  ['down', key('ArrowDown'), 0, { kind: 'go', to: '/a/deep', choosing: false }],
  ['down with Shift', key('ArrowDown', { shiftKey: true }), 3, { kind: 'go', to: '/a/c.txt', choosing: true }],
  ['down at the end', key('ArrowDown'), 5, { kind: 'go', to: '/z.txt', choosing: false }],
  ['up at the top', key('ArrowUp'), 0, { kind: 'go', to: '/a', choosing: false }],
  ['to the end', key('End', { shiftKey: true }), 1, { kind: 'go', to: '/z.txt', choosing: true }],
  ['to the top', key('Home'), 4, { kind: 'go', to: '/a', choosing: false }],
  ['right in an open folder', key('ArrowRight'), 0, { kind: 'go', to: '/a/deep', choosing: false }],
  ['right on a file', key('ArrowRight'), 3, undefined],
  ['left in an open folder', key('ArrowLeft'), 1, { kind: 'fold', at: '/a/deep' }],
  ['left on a file', key('ArrowLeft'), 4, { kind: 'go', to: '/a', choosing: false }],
  ['left on top', key('ArrowLeft'), 5, undefined],
  ['Enter', key('Enter'), 3, { kind: 'open', at: '/a/b.txt' }],
  ['space', key(' '), 3, { kind: 'toggle', at: '/a/b.txt' }],
  ['Delete', key('Delete'), 3, { kind: 'remove', at: '/a/b.txt' }],
  ['Escape', key('Escape'), 3, { kind: 'clear' }],
  ['Ctrl+A', key('a', { ctrlKey: true }), 3, { kind: 'all' }],
  ['⌘A', key('a', { metaKey: true }), 3, { kind: 'all' }],
  ['Ctrl+K is not ours', key('k', { ctrlKey: true }), 3, undefined],
  ['a letter is not ours', key('x'), 3, undefined],
])('%s', async (_, pressed, active, step) => {
  expect(stepOf(pressed, rowsOf(await treeOf(...PATHS), ROOT, new Set()), active)).toEqual(step)
})

test('right on a folded folder unfolds it', async () => {
  const rows = rowsOf(await treeOf(...PATHS), ROOT, new Set(['/a']))
  expect(stepOf(key('ArrowRight'), rows, 0)).toEqual({ kind: 'unfold', at: '/a' })
})

test('a zip of some files holds them, folders with all that is in them, and nothing else', async () => {
  const files = await filesWith('/a/deep/x.txt', '/a/b.txt', '/ab.txt', '/z.txt')
  const zip = await exportZip(files, { from: ROOT, only: [toPath('/a'), toPath('/z.txt')], by: YOU })
  const names: string[] = []
  for await (const { path } of filesFromZip(zip)) names.push(path)
  expect(names.toSorted()).toEqual(['a/b.txt', 'a/deep/x.txt', 'z.txt'])
})
