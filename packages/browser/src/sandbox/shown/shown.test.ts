import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureSize } from './picture-size.ts'
import { readShown, shownIn } from './read-shown.ts'
import { SHOWN_LIMITS } from './shown-item.ts'
import { ShownList } from './shown-list.ts'
import { tellShown } from './tell-shown.ts'

/** The first bytes of a PNG that says it is so large; no decoder would get further. */
function pngOf(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const image = (width: number, height: number) => ({ kind: 'image', mime: 'image/png', data: base64(pngOf(width, height)) })
const table = (rows: number, columns = 2) => ({
  kind: 'table',
  columns: Array.from({ length: columns }, (_, index) => `c${index}`),
  rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => 1)),
  total: rows,
})

test('what a program shows is read field by field, and what nobody knows is left out', () => {
  expect(readShown({ kind: 'markdown', text: '# a', title: 'T', more: 1 })).toEqual({ kind: 'markdown', text: '# a', title: 'T' })
  expect(readShown({ ...table(2), alt: 'two rows' })).toEqual({ ...table(2), alt: 'two rows' })
  expect(readShown({ kind: 'svg', text: '<svg/>' })).toEqual({ kind: 'svg', text: '<svg/>' })
})

test('what can be pointed at in a chart is read, moved with its drawing, or left out with the picture kept', () => {
  const points = { columns: ['a', 'b'], rows: [[1, 'x']], places: [[1, 2, 3, 4]] }
  const chart = { kind: 'svg', text: '<svg/>' }
  expect(readShown({ ...chart, points })).toEqual({ ...chart, points })
  expect(readShown({ ...chart, points: { points, left: 10, top: 20 } })).toEqual({
    ...chart,
    points: { ...points, places: [[11, 22, 13, 24]] },
  })
  for (const broken of [
    { ...points, columns: [] },
    { ...points, places: [] },
    { ...points, places: [[1, 2, 3]] },
    { ...points, places: [[1, 2, 3, 1e9]] },
    { ...points, rows: [[{}]] },
    { ...points, rows: [[1, 2, 3]] },
    { points, left: 'x', top: 0 },
    { points: { points: { points } } },
    'points',
  ])
    expect(readShown({ ...chart, points: broken })).toEqual(chart)
})

test('the size of a picture is what its bytes say, and not what the program says', () => {
  expect(readShown({ ...image(640, 480), width: 1, height: 1 })).toMatchObject({ width: 640, height: 480 })
  expect(readShown(image(60_000, 60_000))).toBeUndefined()
  expect(readShown(image(8_000, 8_000))).toBeUndefined()
  expect(readShown({ ...image(10, 10), mime: 'image/gif' })).toBeUndefined()
})

test.each([
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x40, 1, 0x20, 0], { width: 320, height: 32 }],
  ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 0x20, 1, 0x40], { width: 320, height: 32 }],
  [
    'image/webp',
    [...'RIFF....WEBPVP8X'].map((c) => c.charCodeAt(0)).concat([10, 0, 0, 0, 0, 0, 0, 0, 0x3f, 1, 0, 0x1f, 0, 0]),
    { width: 320, height: 32 },
  ],
] as const)('%s says how large it is', (mime, start, size) => {
  expect(
    pictureSize(
      mime,
      Uint8Array.from({ length: 40 }, (_, index) => start[index] ?? 0),
    ),
  ).toEqual(size)
})

test.each([
  ['another kind', { kind: 'html', text: '<b>x</b>' }],
  ['an address instead of bytes', { ...image(1, 1), data: 'https://example.com/a.png' }],
  ['a row longer than its columns', { ...table(1), rows: [[1, 2, 3]] }],
  ['a cell that is an object', { ...table(1), rows: [[{}]] }],
  ['fewer rows in all than there are', { ...table(3), total: 1 }],
  ['too many rows', table(SHOWN_LIMITS.rows + 1)],
  ['too many cells', table(2_000, 100)],
  ['a long text', { kind: 'markdown', text: 'x'.repeat(SHOWN_LIMITS.text + 1) }],
  ['a long drawing', { kind: 'svg', text: '<'.repeat(SHOWN_LIMITS.svg + 1) }],
])('%s is not shown', (_, value) => {
  expect(readShown(value)).toBeUndefined()
})

test('nothing makes the reader throw', () => {
  fc.assert(fc.property(fc.anything(), (value) => void shownIn({ shown: [value] })))
  const kinds = fc.constantFrom('image', 'svg', 'table', 'markdown', 'json')
  fc.assert(fc.property(kinds, fc.object(), (kind, more) => void readShown({ ...more, kind })))
})

test('points in points in points make a picture, and nobody fall over', () => {
  let points: unknown = { columns: ['a'], rows: [[1]], places: [[0, 0, 1, 1]] }
  for (let level = 0; level < 100_000; level += 1) points = { points, left: 0, top: 0 }
  expect(shownIn({ shown: [{ kind: 'svg', text: '<svg/>', points }] })).toEqual([{ kind: 'svg', text: '<svg/>' }])
})

test('a run shows so much and no more, and says how much it left out', () => {
  const list = new ShownList()
  expect(list.whole).toEqual({})
  for (let count = 0; count < SHOWN_LIMITS.items + 5; count += 1) list.add(JSON.stringify({ kind: 'json', text: '1' }))
  list.add('{')
  expect(list.whole.shown?.items).toHaveLength(SHOWN_LIMITS.items)
  expect(list.whole.shown?.leftOut).toBe(6)
})

test('the model is told in a line each what the user sees', () => {
  const list = new ShownList()
  list.add(JSON.stringify({ ...table(2), total: 9, title: 'Sales' }))
  list.add(JSON.stringify(image(640, 480)))
  list.add('null')
  expect(list.whole.shown && tellShown(list.whole.shown)).toEqual([
    'table "Sales" (9 rows, 2 columns, the first 2 shown)',
    'picture (640×480)',
    '1 more not shown: too many, too large, or not something that can be shown',
  ])
})
