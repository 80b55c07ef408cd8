import { createHash } from 'node:crypto'
import type { Program } from '@parley/browser/sandbox'
import { zipSync } from 'fflate'
import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

/** As pandas, polars and matplotlib make them; none of them can be had from npm. */
const STAND_INS = `import struct, zlib
piece = lambda kind, data: struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
png = b'\\x89PNG\\r\\n\\x1a\\n' + piece(b'IHDR', struct.pack('>IIBBBBB', 2, 3, 8, 0, 0, 0, 0)) + piece(b'IDAT', zlib.compress(b'\\0\\0\\0' * 3)) + piece(b'IEND', b'')
class Array(list):
    ndim = 2
    def tolist(self): return list(self)
class Index(Array):
    name = 'month'
class Frame:
    def __init__(self, columns, rows, index): self.columns, self.values, self.index = columns, Array(rows), Index(index)
class Series:
    def __init__(self, frame): self.frame = frame
    def to_frame(self): return self.frame
class Polars:
    columns = ['name', 'age']
    def to_dicts(self): return [{'name': 'Ada', 'age': 36}]
class Styled:
    def _repr_html_(self): return '<style>td {}</style><table><tr><th></th><th>a &amp; b</th></tr><tr><th>0</th><td>x&lt;y</td></tr></table><table><tr><td>other</td></tr></table>'
class Grid:
    ndim = 2
    def tolist(self): return [[1, 2]]
class Figure:
    def savefig(self, page, format): page.write(png)
class Axes:
    figure = Figure()
show(Frame(['sum', 'mean'], [[3, 1.5], [4, 2.0]], ['May', 'June']))
show(Series(Frame(['sum'], [[3], [4]], [0, 1])))
show(Polars())
show(Styled())
show(Grid())
show(Figure(), title='A figure')
show(Axes())`

test('a program in Python gives its last value, what it printed, and errors with their place', async ({ page, served }) => {
  if (page.url() !== `${served.origin}/`) await page.goto(served.origin)
  const python = (code: string, more: Pick<Program, 'limits' | 'session'> = {}) =>
    page.evaluate((program) => window.page.runPython(program), { ...more, code })
  const many = `import json, sys, datetime
print('one')
print('warned', file=sys.stderr)
print('no end', end='')
[2 ** 10, {'a': (1, 2.5, None)}, 'ä']`
  expect(await python(many)).toMatchObject({
    kind: 'returned',
    value: { type: 'list', json: [1024, { a: [1, 2.5, null] }, 'ä'] },
    lines: expect.arrayContaining([
      { level: 'log', text: 'one' },
      { level: 'error', text: 'warned' },
      { level: 'log', text: 'no end' },
    ]),
  })
  expect(await python('2 ** 100')).toMatchObject({ value: { text: '1267650600228229401496703205376', type: 'int' } })
  const failed = await python(`def half(x):\n  return 1 / x\nname = 'ä'; half(0)`)
  expect(failed).toMatchObject({ kind: 'threw', error: { name: 'ZeroDivisionError', line: 2, column: 10 } })
  const { trace = '' } = failed.kind === 'threw' ? failed.error : {}
  expect(trace).toContain('line 3, in <module>')
  expect(trace, 'nothing of ours is in it').not.toMatch(/_pyodide|parley|webloop/)
  expect(await python('x = (1 +')).toMatchObject({ error: { name: 'SyntaxError', line: 1, column: 5 } })
  expect(await python('files.read("/a")')).toMatchObject({
    error: { name: 'OSError', message: expect.stringContaining('may not use files'), line: 1 },
  })
  expect(await python('import asyncio\nawait asyncio.sleep(0.01)\nif __name__ == "__main__": print(1)\n"slept"')).toMatchObject({
    value: { json: 'slept' },
  })
  const shown = await python(`import struct, zlib
piece = lambda kind, data: struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
png = b'\\x89PNG\\r\\n\\x1a\\n' + piece(b'IHDR', struct.pack('>IIBBBBB', 2, 3, 8, 0, 0, 0, 0)) + piece(b'IDAT', zlib.compress(b'\\0\\0\\0' * 3)) + piece(b'IEND', b'')
show(png, alt='six points')
show([{'month': 'May', 'sum': 3}, {'month': 'June', 'sum': None}], title='Sales')
class Drawing:
    def _repr_svg_(self): return '<svg xmlns="http://www.w3.org/2000/svg"/>'
show(Drawing())`)
  expect(shown.shown).toMatchObject({
    leftOut: 0,
    items: [
      { kind: 'image', mime: 'image/png', width: 2, height: 3, alt: 'six points' },
      {
        kind: 'table',
        title: 'Sales',
        columns: ['month', 'sum'],
        rows: [
          ['May', 3],
          ['June', null],
        ],
        total: 2,
      },
      { kind: 'svg' },
    ],
  })
  const like = await python(STAND_INS)
  expect(like.shown?.items).toMatchObject([
    {
      kind: 'table',
      columns: ['month', 'sum', 'mean'],
      rows: [
        ['May', 3, 1.5],
        ['June', 4, 2],
      ],
      total: 2,
    },
    { kind: 'table', columns: ['sum'], rows: [[3], [4]] },
    { kind: 'table', columns: ['name', 'age'], rows: [['Ada', 36]] },
    { kind: 'table', columns: ['', 'a & b'], rows: [['0', 'x<y']], total: 1 },
    { kind: 'table', columns: ['1', '2'], rows: [[1, 2]] },
    { kind: 'image', mime: 'image/png', width: 2, height: 3, title: 'A figure' },
    { kind: 'image', mime: 'image/png', width: 2, height: 3 },
  ])
  await python('kept = 41', { session: 's' })
  expect(await python('kept + 1', { session: 's' })).toMatchObject({ value: { json: 42 } })
  expect(await python('kept')).toMatchObject({ error: { name: 'NameError' } })
})

test('it reads and writes files through the door that is opened for it, and no other', async ({ page, served }) => {
  if (page.url() !== `${served.origin}/`) await page.goto(served.origin)
  const outcome = await page.evaluate(async () => {
    const kept = new Map([['/sales.csv', 'month,sum\nMay,3\nJune,4\n']])
    const files = {
      read: async (path: string) => {
        const text = kept.get(path)
        if (text === undefined) throw new Error(`There is no ${path}.`)
        return text
      },
      write: async (path: string, text: string) => void kept.set(path, text),
      list: async () => [...kept.keys()].map((name) => ({ name: name.slice(1), type: 'file' as const })),
      delete: async (path: string) => void kept.delete(path),
    }
    const code = `import csv, io
rows = list(csv.DictReader(io.StringIO(files.read('/sales.csv'))))
files.write('/total.txt', str(sum(int(row['sum']) for row in rows)))
try:
    files.read('/none')
except OSError as error:
    print(error)
[entry['name'] for entry in files.list('/')]`
    return { outcome: await window.page.runPython({ code, capabilities: { files } }), total: kept.get('/total.txt') }
  })
  expect(outcome).toMatchObject({
    total: '7',
    outcome: { kind: 'returned', value: { json: ['sales.csv', 'total.txt'] }, lines: [{ text: 'There is no /none.' }] },
  })
})

const text = (value: string) => new TextEncoder().encode(value)

/** A wheel of our own with one module. */
function makeWheel(name: string, module: string): Uint8Array {
  const about = `${name}-1.0.dist-info`
  return zipSync({
    [`${name}.py`]: text(module),
    [`${about}/METADATA`]: text(`Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`),
    [`${about}/WHEEL`]: text('Wheel-Version: 1.0\nGenerator: parley\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    [`${about}/RECORD`]: text(''),
  })
}

const fileOf = (name: string) => `${name}-1.0-py3-none-any.whl`

/** How the lock file of Pyodide describes such a wheel. */
const locked = (name: string, wheel: Uint8Array, depends: readonly string[]) => ({
  name,
  version: '1.0',
  file_name: fileOf(name),
  sha256: createHash('sha256').update(wheel).digest('hex'),
  depends,
  imports: [name],
  install_dir: 'site',
  package_type: 'package',
})

test('packages are there once they were fetched, only as the lock file names them; who stops goes on where it was', async ({
  page,
  served,
}) => {
  const almanac = makeWheel('almanac', 'HOURS = 12\n')
  const harbour = makeWheel('harbour', 'import almanac\ndef tide(hours):\n    return hours % almanac.HOURS\n')
  const lock = JSON.stringify({
    info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' },
    packages: { harbour: locked('harbour', harbour, ['almanac']), almanac: locked('almanac', almanac, []) },
  })
  const files = new Map([[fileOf('harbour'), Buffer.from('something else')]])
  const [asked, held] = [[] as string[], Promise.withResolvers<void>()]
  // The page of the harness may connect to itself only, as the studio does before a person allows a host.
  await page.route('**/wheels/**', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/wheels/', '')
    asked.push(name)
    const body = files.get(name)
    if (!body) await held.promise
    await route.fulfill({ body: body ?? '' }).catch(() => undefined)
  })
  if (page.url() !== `${served.origin}/`) await page.goto(served.origin)
  const fetchPackages = () =>
    page.evaluate((given) => window.page.fetchPackages(given, { names: ['harbour'], address: `${location.origin}/wheels` }), lock)
  const python = (code: string) => page.evaluate((program) => window.page.runPython(program), { code })
  await expect(fetchPackages(), 'another file than the one that was named').rejects.toThrow(fileOf('harbour'))
  const before = await python('import harbour\nharbour.tide(15)')
  expect(before).toMatchObject({
    error: { name: 'ModuleNotFoundError', message: expect.stringContaining('The user can fetch it') },
  })

  files.set(fileOf('harbour'), Buffer.from(harbour))
  const stopped = fetchPackages().then(
    () => 'came',
    (error: Error) => error.message,
  )
  await expect.poll(() => asked.at(-1)).toBe(fileOf('almanac'))
  expect(await page.evaluate(() => window.page.fetched)).toEqual(['harbour 0 of 2', 'almanac 1 of 2'])
  await page.evaluate(() => window.page.stop())
  expect(await stopped).toMatch(/abort/i)
  held.resolve()
  expect(await python('import harbour'), 'half of what is needed is not there').toMatchObject({
    error: { message: expect.stringContaining('The user can fetch it') },
  })

  files.set(fileOf('almanac'), Buffer.from(almanac))
  asked.length = 0
  expect((await fetchPackages()).toSorted()).toEqual(['almanac', 'harbour'])
  expect(asked, 'what had come is not fetched again').toEqual([fileOf('almanac')])
  expect(await python('import harbour\nharbour.tide(15)')).toMatchObject({ kind: 'returned', value: { json: 3 } })
  expect(await python('import numpy')).toMatchObject({ error: { message: expect.stringContaining('no module numpy') } })
  await page.unrouteAll()
})
