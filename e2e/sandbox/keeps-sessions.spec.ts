import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

test('a named session keeps variables, functions and classes', async ({ run }) => {
  const session = 'notebook'
  await run(
    'const a = 1, { b, c: [d] } = { b: 2, c: [3] }; let e; var f = 5; function area(r) { return r * r } class Dot { x = 9 } let status = "mine"; const name = { kept: true }',
    { session },
  )
  expect(await run('[a, b, d, e === undefined, f, area(3), new Dot().x, status, name.kept]', { session })).toMatchObject({
    value: { json: [1, 2, 3, true, 5, 9, 9, 'mine', true] },
  })
  await run('a', { session })
  expect(await run('const a = 10; a + b', { session })).toMatchObject({ value: { json: 12 } })
  expect(await run('typeof a')).toMatchObject({ value: { json: 'undefined' } })
  expect(await run('typeof a', { session: 'another' })).toMatchObject({ value: { json: 'undefined' } })
})

test('names a window will not give away stay local and do no harm', async ({ run }) => {
  const session = 'fixed'
  expect(await run(`const location = 'Paris', top = 3, document = null; location + top`, { session })).toMatchObject({
    value: { json: 'Paris3' },
  })
  expect(await run('typeof document', { session })).toMatchObject({ value: { json: 'object' } })
})

test('an error in a session is at its place, and the session goes on', async ({ run }) => {
  const session = 'errors'
  expect(await run('const x = 1\nconst y = x.a.b', { session })).toMatchObject({ kind: 'threw', error: { line: 2, column: 15 } })
  expect(await run('x', { session })).toMatchObject({ value: { json: 1 } })
})

test('ending a session forgets it', async ({ run, page }) => {
  const session = 'gone'
  await run('var z = 1', { session })
  await page.evaluate(() => window.page.sandbox.endSession('gone'))
  expect(await run('typeof z', { session })).toMatchObject({ value: { json: 'undefined' } })
})

test('a session survives another program that only waited too long', async ({ run }) => {
  const session = 'survivor'
  await run('var kept = 7', { session })
  expect(await run('await new Promise(() => {})', { limits: { timeoutMs: 200 } })).toMatchObject({ why: 'timeout' })
  expect(await run('kept', { session })).toMatchObject({ value: { json: 7 } })
})

test('after an endless loop beside it a session starts anew, and works', async ({ run }) => {
  const session = 'victim'
  await run('var kept = 7', { session })
  expect(await run('while (true) {}', { limits: { timeoutMs: 300 } })).toMatchObject({ why: 'timeout' })
  expect(await run('typeof kept', { session })).toMatchObject({ kind: 'returned', value: { json: 'undefined' } })
})
