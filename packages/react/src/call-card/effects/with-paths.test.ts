import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { piecesOf } from './with-paths.tsx'

it('names of files in a receipt stand apart, and nothing of the sentence is lost', () => {
  expect(piecesOf('wrote /a.md, /a.md.txt', ['/a.md', '/a.md.txt'])).toEqual([
    { text: 'wrote ' },
    { text: '/a.md', path: '/a.md' },
    { text: ', ' },
    { text: '/a.md.txt', path: '/a.md.txt' },
  ])
  const path = fc.string({ minLength: 1, unit: fc.constantFrom('/', 'a', 'b', '.') })
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('/', 'a', 'b', '.', ' ') }), fc.array(path), (text, paths) => {
      expect(
        piecesOf(text, paths)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
