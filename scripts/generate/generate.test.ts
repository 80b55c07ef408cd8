import { expect, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { formatDialectTable } from './dialect-table.ts'
import { findDialects, readCannotSay } from './find-dialects.ts'
import { formatRegistry } from './registry.ts'

const found = await findDialects(root)

test('every file in dialects/ is in the registry, sorted by id', () => {
  const ids = found.map(({ dialect }) => dialect.id)
  expect(ids).toContain('json-strict')
  expect(ids).toEqual([...new Set(ids)].sort())
  for (const { exportName, file } of found)
    expect(formatRegistry(found)).toMatch(new RegExp(`import \\{.*\\b${exportName}\\b.*\\} from './dialects/${file}.ts'`))
})

test('the same dialects give the same bytes, whatever order they were found in', () => {
  const sorted = (list: typeof found) => formatRegistry(list.toSorted((a, b) => (a.dialect.id < b.dialect.id ? -1 : 1)))
  expect(sorted(found.toReversed())).toBe(formatRegistry(found))
})

test('the table has a row for each dialect, with what it cannot say', () => {
  const table = formatDialectTable([{ ...found[0]!, cannotSay: 'A string that contains `a|b`.' }])
  expect(table).toContain(`| [\`${found[0]!.dialect.id}\`](../packages/dialects/fixtures/${found[0]!.dialect.id}.md) |`)
  expect(table).toContain('A string that contains `a\\|b`. |')
})

test('what a dialect cannot say is the first paragraph of that section', () => {
  expect(readCannotSay('# X\n\n## Cannot say\n\nA string\nwith a tag.\n\nMore.\n\n## Next\n')).toBe('A string with a tag.')
  expect(readCannotSay('# X\n\n## Cannot say\n\nNothing.')).toBe('Nothing.')
  expect(readCannotSay('# X\n')).toBe('')
})
