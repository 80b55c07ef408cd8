import { expect, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { cannotSay } from './cannot-say.ts'
import { fillReadme, formatDialectTable } from './dialect-table.ts'
import { findDialects } from './find-dialects.ts'
import { formatRegistry } from './registry.ts'

const found = await findDialects(root)
const page = (limits: object) => `# X\n\n~~~~ limits\n${JSON.stringify(limits)}\n~~~~\n\n## A call\n`

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

test('what a dialect cannot say is read from the limits of its page', () => {
  expect(cannotSay(page({ cannotSay: ['</a>', '\n'], flat: true, mostCalls: 1 }))).toBe(
    'strings with `</a>`, `⏎`; lists and objects; more than one call',
  )
  expect(cannotSay(page({ cannotSay: [], unclosed: true }))).toBe('')
  expect(cannotSay('# X\n')).toBe('')
})

test('the README keeps everything but its number of dialects', () => {
  const readme = '# A\n<!-- dialects -->\nold\n<!-- /dialects -->\n# B\n'
  expect(fillReadme(readme, found)).toMatch(
    /^# A\n<!-- dialects -->\n\d+ dialects are built in[^\n]*\n<!-- \/dialects -->\n# B\n$/,
  )
  expect(fillReadme(fillReadme(readme, found), found)).toBe(fillReadme(readme, found))
})
