import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ancestorsOf, isInside, joinPath, nameOf, parentOf, parsePath, toPath as path, ROOT, rebase } from './path.ts'

const resolved = (text: string) => {
  const parsed = parsePath(text)
  return parsed.kind === 'valid' ? parsed.path : parsed.error.code
}

describe('a path', () => {
  it.each([
    ['/', '/'],
    ['/a/b', '/a/b'],
    ['//a///b//', '/a/b'],
    ['/a/./b/../c', '/a/c'],
    ['/../../etc/passwd', '/etc/passwd'],
    ['/a/..', '/'],
    ['/cafe\u0301', '/caf\u00e9'],
    ['/...', '/...'],
    ['/a b/ c', '/a b/ c'],
    ['/%2e%2e/x', '/%2e%2e/x'],
  ])('%j is %j', (text, expected) => {
    expect(resolved(text)).toBe(expected)
  })

  it.each([
    ['', 'EINVAL'],
    ['a/b', 'EINVAL'],
    ['./a', 'EINVAL'],
    ['C:\\a', 'EINVAL'],
    ['/a\0b', 'EINVAL'],
    ['/a\nb', 'EINVAL'],
    ['/a\u202eb', 'EINVAL'],
    ['/a\u2028b', 'EINVAL'],
    ['/a\ud800', 'EINVAL'],
    [`/${'x'.repeat(256)}`, 'ENAMETOOLONG'],
    [`/${'é'.repeat(128)}`, 'ENAMETOOLONG'],
    [`/${'a/'.repeat(2100)}`, 'ENAMETOOLONG'],
    ['/'.repeat(10_000_000), 'ENAMETOOLONG'],
  ])('%.20j is refused with %s', (text, code) => {
    expect(resolved(text)).toBe(code)
  })

  it('tells a model how to write a relative path', () => {
    const parsed = parsePath('./src/App.tsx')
    expect(parsed.kind === 'invalid' && parsed.error.message).toBe(
      'The path “./src/App.tsx” is not absolute. Write it from the root: /src/App.tsx',
    )
  })

  it('remembers that a slash at the end asked for a folder', () => {
    for (const text of ['/a/', '/a/.', '/a/b/..', '/']) expect(parsePath(text)).toMatchObject({ mustBeFolder: true })
    expect(parsePath('/a')).toMatchObject({ mustBeFolder: false })
  })

  it('resolves any text to a fixed point, never above the root and never with a hidden name', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom('.', '..', '', '...'), fc.string({ unit: 'grapheme', maxLength: 8 })), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(pieces, (names) => {
        const parsed = parsePath(`/${names.join('/')}`)
        if (parsed.kind === 'invalid') return
        const { path: found } = parsed
        expect(path(found)).toBe(found)
        expect(found.normalize('NFC')).toBe(found)
        expect(found.startsWith('/')).toBe(true)
        const wrong = found
          .slice(1)
          .split('/')
          .filter((name) => name === '..' || name === '.' || (name === '' && found !== '/'))
        expect(wrong).toEqual([])
        if (found === ROOT) return
        expect(joinPath(parentOf(found), nameOf(found))).toBe(found)
        expect(ancestorsOf(found).every((folder) => isInside(found, folder) && folder !== found)).toBe(true)
      }),
    )
  })

  it('is the same by the short way as by a way around', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '_', '-', '.', '/', '/', 'é', ' '), maxLength: 12 })
    fc.assert(
      fc.property(text, (rest) => {
        expect(parsePath(`/${rest}`)).toEqual(parsePath(`/./${rest}`))
      }),
      { numRuns: 1000 },
    )
  })

  it('never throws on hostile text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ['valid', 'invalid'].includes(parsePath(text).kind)))
  })

  it('moves with the tree that holds it', () => {
    expect(rebase(path('/a/b/c'), path('/a'), path('/x'))).toBe('/x/b/c')
    expect(rebase(path('/a'), path('/a'), path('/x'))).toBe('/x')
    expect(rebase(path('/a/b'), ROOT, path('/x'))).toBe('/x/a/b')
    expect(rebase(path('/x/a'), path('/x'), ROOT)).toBe('/a')
    expect(isInside(path('/ab'), path('/a'))).toBe(false)
  })

  it('joins one name only', () => {
    for (const name of ['', '.', '..', 'a/b']) expect(() => joinPath(ROOT, name)).toThrow('is not a name')
  })
})
