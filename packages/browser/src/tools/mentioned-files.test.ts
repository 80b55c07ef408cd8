import { growth, PROPORTIONAL } from '@parley/dialects/testing'
import { expect, test } from 'vitest'
import { mentionedFiles } from './browser-js-eval.ts'

test.each([
  ["const text = await files.read('/sales.csv')", ['read-files /sales.csv']],
  ['await files.write("/out/a.txt", "x"); files.delete(`/b`)', ['write-files /out/a.txt', 'delete-files /b']],
  ["files.read('/a'); files.list('/a'); files\n  .read('/a')", ['read-files /a']],
  ["// files.delete('/a')\n/* files.delete('/b') */ 1", []],
  ['\'a string with files.delete("/a") in it\'', []],
  ['files.read(name); files[verb]("/a"); files.read(`/${name}`)', []],
  ['myfiles.read("/a")', []],
  ["1 // sum\rawait files.delete('/src/App.tsx')", ['delete-files /src/App.tsx']],
])('what stands plainly in %j', (code, expected) => {
  expect(mentionedFiles(code).map((effect) => `${effect.kind} ${'path' in effect && effect.path}`)).toEqual(expected)
})

test.each(["files.read('", '/*', '"', 'files . read (', '\\'])(
  'a program of nothing but %j is searched in time that grows with it',
  (piece) => {
    const search = (size: number) => mentionedFiles(piece.repeat(size / piece.length))
    expect(growth(search, 12_000)).toBeLessThan(PROPORTIONAL)
  },
)
