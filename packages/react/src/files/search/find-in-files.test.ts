import { createMemoryFiles, toPath } from '@parley/browser/files'
import { expect, test } from 'vitest'
import { findIn, findInFiles } from './find-in-files.ts'

const YOU = { actor: 'user' } as const
const never = new AbortController().signal

test('words are found in names and in texts, with their line, whatever their case', async () => {
  const files = createMemoryFiles()
  await files.write(toPath('/notes/Plan.md'), 'one\ntwo\nthe PLAN of the day\n', YOU)
  await files.write(toPath('/raw.bin'), new Uint8Array([0, 112, 108, 97, 110]), YOU)
  const found = await findInFiles(files, await files.tree(toPath('/'), YOU), 'plan', never)
  expect(found).toMatchObject([
    { path: '/notes/Plan.md', before: '/notes/', found: 'Plan', after: '.md' },
    { path: '/notes/Plan.md', line: 3, before: 'the ', found: 'PLAN', after: ' of the day' },
  ])
  expect(found[0]).not.toHaveProperty('line')
})

test('a long line is cut around the words, and a text full of them ends early', () => {
  const [first] = findIn(toPath('/a'), `${'x'.repeat(500)}word${'y'.repeat(500)}`, 'word')
  expect(first).toMatchObject({ line: 1, before: 'x'.repeat(60), after: 'y'.repeat(60) })
  expect(findIn(toPath('/a'), 'word\n'.repeat(1000), 'word')).toHaveLength(20)
})

test('letters that are longer in small do not shift what is found', () => {
  expect(findIn(toPath('/a'), 'İİİ word', 'word')).toMatchObject([{ before: 'İİİ ', found: 'word' }])
})
