import { growth, PROPORTIONAL } from '@parley/dialects/testing'
import { expect, test } from 'vitest'
import { folderPattern, matchesPath } from './path-pattern.ts'

test.each([
  ['/notes/**', '/notes', true],
  ['/notes/**', '/notes/', true],
  ['/notes/**', '/notes/a/b.md', true],
  ['/notes/**', '/notesy/a', false],
  ['/notes/*', '/notes/a.md', true],
  ['/notes/*', '/notes/a/b.md', false],
  ['/src/*.ts', '/src/a.ts', true],
  ['/src/*.ts', '/src/a.tsx', false],
  ['/src/**/*.ts', '/src/a/b/c.ts', true],
  ['/src/**/*.ts', '/src/c.ts', true],
  ['/**', '/', true],
  ['/**', '/anything/at/all', true],
  ['/', '/a', false],
  ['/a', '/A', false],
  ['/notes/**', '/notes/../secret', false],
  ['/notes/**', '/notes/./a', false],
  ['/notes/**', '/notes//a', false],
  ['/notes/**', 'notes/a', false],
  ['notes/**', '/notes/a', false],
  ['/a*c*e', '/abcde', true],
  ['/a*c*e', '/abde', false],
])('%s and %s: %j', (pattern, path, expected) => {
  expect(matchesPath(pattern, path)).toBe(expected)
})

const match = (size: number) => matchesPath(`/${'*a'.repeat(200)}b`, `/${'a'.repeat(size)}`)

test('a pattern of many stars takes time that grows with the path and no faster', () => {
  expect(match(5000)).toBe(false)
  expect(growth(match, 1000)).toBeLessThan(PROPORTIONAL)
})

test.each([
  ['/notes/a.md', '/notes/**'],
  ['/a.md', '/**'],
  ['/notes/', '/notes/**'],
])('the folder of %s is %s', (path, pattern) => {
  expect(folderPattern(path)).toBe(pattern)
})
