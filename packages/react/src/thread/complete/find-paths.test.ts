import { type FileEntry, type ThreadArea, toPath } from '@parley/browser/files'
import { describe, expect, it } from 'vitest'
import { findPaths, pathInText, soughtPaths } from './find-paths.ts'

const areas: readonly ThreadArea[] = (['shared', 'reference', 'starter'] as const).map((name) => ({
  name,
  at: toPath(`/${name}`),
}))

const file = (path: string, modified = 0): FileEntry => ({
  type: 'file',
  path: toPath(path),
  name: path.slice(path.lastIndexOf('/') + 1),
  size: 1,
  modified,
  created: 0,
  version: 1,
  hash: '',
  binary: false,
  by: { actor: 'user' },
})

const folder = { type: 'folder', path: toPath('/src'), name: 'src', created: 0, version: 1 } as const

describe('the files behind @', () => {
  const paths = soughtPaths(
    [
      file('/shared/sales.md', 9),
      file('/reference/a.md', 8),
      file('/starter/sales.md', 9),
      folder,
      file('/old.csv', 1),
      file('/src/Sales.csv', 2),
      file('/sales/x.csv', 3),
      file('/more-sales.csv', 4),
    ],
    areas,
  )

  it('are those the model sees, its own and the newest first', () => {
    expect(findPaths(paths, '')).toEqual([
      '/more-sales.csv',
      '/sales/x.csv',
      '/src/Sales.csv',
      '/old.csv',
      '/shared/sales.md',
      '/reference/a.md',
    ])
  })

  it('are found by name, then by path, in any case of letters', () => {
    expect(findPaths(paths, 'SALES')).toEqual(['/src/Sales.csv', '/shared/sales.md', '/more-sales.csv', '/sales/x.csv'])
    expect(findPaths(paths, '/src/s')).toEqual(['/src/Sales.csv'])
    expect(findPaths(paths, 'example.com')).toEqual([])
  })

  it('are fifty at most, the best of ten thousand', () => {
    const many = soughtPaths(
      Array.from({ length: 10_000 }, (_, index) => file(`/data/part-${index}/sales-${index}.csv`, index)),
      areas,
    )
    expect(findPaths(many, 'sales-1')).toHaveLength(50)
    expect(findPaths(many, 'PART-1')).toHaveLength(50)
    expect(findPaths(many, 'sales-77.csv')).toEqual(['/data/part-77/sales-77.csv'])
  })
})

it.each([
  ['/a.csv', '', '', '/a.csv '],
  ['/a.csv', ' ', ' and', '/a.csv'],
  ['/a.csv', '看', '', ' /a.csv '],
  ['/a.csv', '(', ')', '/a.csv '],
  ['/my a.csv', '', '', '`/my a.csv` '],
])('%s behind %j and before %j is written %j', (path, before, after, expected) => {
  expect(pathInText(toPath(path), before, after)).toBe(expected)
})
