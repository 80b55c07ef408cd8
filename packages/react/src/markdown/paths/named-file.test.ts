import type { Root } from 'mdast'
import { describe, expect, it } from 'vitest'
import { linkedFile, markPaths, namedFile } from './named-file.ts'

describe('namedFile', () => {
  it.each([
    ['/a.ts', '/a.ts', undefined],
    ['/src/my file.ts', '/src/my file.ts', undefined],
    ['/src/a.ts:12', '/src/a.ts', { from: 12, to: 12 }],
    ['/src/a.ts:12:3', '/src/a.ts', { from: 12, to: 12 }],
    ['/src/a.ts:10-20', '/src/a.ts', { from: 10, to: 20 }],
    ['/src/a.ts#L10-L20', '/src/a.ts', { from: 10, to: 20 }],
    ['src/App.tsx', '/site/src/App.tsx', undefined],
    ['./a.ts:3', '/site/a.ts', { from: 3, to: 3 }],
    ['../a.ts', '/a.ts', undefined],
    ['/报告.md', '/报告.md', undefined],
    ['.github/ci.yml', '/site/.github/ci.yml', undefined],
  ])('%s', (text, path, lines) => {
    expect(namedFile(text, '/site')).toEqual({ path, ...(lines && { lines }) })
  })

  it.each(['console.log', 'a.ts', '/src', 'example.com/a.ts', '1/2.5', 'and/or', 'https://example.com/a.ts', '/a.ts and more'])(
    'leaves %s alone',
    (text) => {
      expect(namedFile(text, '')).toBeUndefined()
    },
  )
})

describe('linkedFile', () => {
  it.each([
    ['page.html', '/docs/page.html'],
    ['../my%20page.html', '/my page.html'],
    ['/a.ts#L3', '/a.ts'],
    ['%zz.ts', '/docs/%zz.ts'],
  ])('%s', (address, path) => {
    expect(linkedFile(address, '/docs')?.path).toBe(path)
  })

  it.each(['https://example.com/a.ts', '//example.com/a.ts', '#part', '?a.ts', '/settings', 'javascript:a.ts'])(
    '%s leads to no file',
    (address) => {
      expect(linkedFile(address, '/docs')).toBeUndefined()
    },
  )
})

/** What is marked in a sentence. */
const marked = (value: string): readonly string[] => {
  const tree: Root = { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value }] }] }
  markPaths(tree)
  const [paragraph] = tree.children
  const words = paragraph?.type === 'paragraph' ? paragraph.children : []
  expect(words.map((word) => ('value' in word ? word.value : '')).join('')).toBe(value)
  return words.flatMap((word) => ('value' in word && word.data?.hName === 'span' ? word.value : []))
}

describe('markPaths', () => {
  it.each([
    ['See /a.ts and /b/c.test.ts.', ['/a.ts', '/b/c.test.ts']],
    [
      '(/page.html), “/x.md”: /a.ts:12, /a.ts:12:3; /a.ts:10-20!',
      ['/page.html', '/x.md', '/a.ts:12', '/a.ts:12:3', '/a.ts:10-20'],
    ],
    ['打开/报告.md和/数据.csv。', ['/报告.md', '/数据.csv']],
    ['/.env.local and /.gitignore', ['/.env.local', '/.gitignore']],
  ])('finds what %s names', (text, paths) => {
    expect(marked(text)).toEqual(paths)
  })

  it.each([
    'and/or.x 24/7 1/2.5 a/b.ts',
    'https://example.com/a.ts and C:/a.ts and ~/a.ts and //x.y and example.com/a.ts',
    '/src and /src/ and </b.x> and /a.ts/b',
    '/',
  ])('leaves %s alone', (text) => {
    expect(marked(text)).toEqual([])
  })

  it('is done soon with a long text of slashes', () => {
    const began = performance.now()
    marked(` ${'/aaaa.b-'.repeat(40_000)}`)
    marked(` /${'a.'.repeat(100_000)}`)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
