import { expect, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { findDecisions, formatDecisionIndex, readHeading } from './decision-index.ts'

const found = findDecisions(root)

test('every decision has a number of its own and stands in the index once, under its room', () => {
  const index = formatDecisionIndex(found)
  expect(new Set(found.map(({ number }) => number)).size).toBe(found.length)
  for (const { file, number, title } of found) expect(index.split(`- [${number}](${file}) ${title}\n`)).toHaveLength(2)
  const files = index.slice(index.indexOf('\n## Files'), index.indexOf('\n## The face'))
  expect(files).toContain('- [0040](0040-the-log-decides.md) The file log is authoritative\n')
})

test.each([
  ['without a room', '# 0300 · Nothing waits\n'],
  ['with a room that does not exist', '# 0300 · Nothing waits `attic`\n'],
  ['with the number of another page', '# 0301 · Nothing waits `server`\n'],
  ['without a title', '# 0300 `server`\n'],
])('a heading %s is refused with the line that should stand there', (_, page) => {
  expect(() => readHeading('0300-nothing-waits.md', page)).toThrow(
    /0300-nothing-waits\.md must read: # 0300 · Its subject `room`.* language,/,
  )
})

test('a heading may quote code', () => {
  expect(readHeading('0300-a.md', '# 0300 · A field beside `config` is refused `server`\n\nText')).toMatchObject({
    title: 'A field beside `config` is refused',
    room: 'server',
  })
})
