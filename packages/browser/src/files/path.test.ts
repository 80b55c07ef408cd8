import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ancestorsOf, isInside, joinPath, nameOf, type Path, parentOf, parsePath, ROOT, rebase, toPath } from './path.ts'

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
  ])('%j is %j', (text, path) => {
    expect(resolved(text)).toBe(path)
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
    expect(['/a/', '/a/.', '/a/b/..', '/'].map((text) => parsePath(text))).toMatchObject(Array(4).fill({ mustBeFolder: true }))
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
        const { path } = parsed
        expect(toPath(path)).toBe(path)
        expect(path.normalize('NFC')).toBe(path)
        expect(path.startsWith('/')).toBe(true)
        for (const name of path.slice(1).split('/'))
          expect(name === '..' || name === '.' || (name === '' && path !== '/')).toBe(false)
        if (path !== ROOT) {
          expect(joinPath(parentOf(path), nameOf(path))).toBe(path)
          expect(ancestorsOf(path).every((folder) => isInside(path, folder) && folder !== path)).toBe(true)
        }
      }),
    )
  })

  it('never throws on hostile text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ['valid', 'invalid'].includes(parsePath(text).kind)))
  })

  it('moves with the tree that holds it', () => {
    const path = (text: string): Path => toPath(text)
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
