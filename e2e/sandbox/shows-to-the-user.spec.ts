import type { SandboxOutcome } from '@parley/browser/sandbox'
import { expect, test } from './sandbox-test.ts'

test.use({ trace: 'off' })

const shownBy = ({ shown }: SandboxOutcome) => shown?.items ?? []

test('tables, pictures, drawings, Markdown and data are shown, in the order in which they were', async ({ run }) => {
  const outcome = await run(`
    show([{ name: 'a', n: 1, at: new Date(0) }, { name: 'b', more: [1, 2] }], { title: 'Rows', alt: 'two rows' })
    console.table([{ x: 1 }])
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    canvas.getContext('2d').fillRect(0, 0, 40, 30)
    show(canvas)
    await show(await createImageBitmap(canvas))
    await show(canvas.getContext('2d').getImageData(0, 0, 20, 10))
    document.body.innerHTML = '<svg width="9" height="9"><rect width="3" height="3"/></svg><figure style="width:100px;height:50px">words</figure>'
    show(document.querySelector('svg'))
    show(document.querySelector('figure'), { title: 'A figure' })
    show('**bold**')
    show({ deep: { value: 1 } })
  `)
  expect(outcome).toMatchObject({ kind: 'returned', value: { type: 'undefined' } })
  const items = shownBy(outcome)
  expect(items).toMatchObject([
    {
      kind: 'table',
      columns: ['name', 'n', 'at', 'more'],
      rows: [
        ['a', 1, '1970-01-01', null],
        ['b', null, null, '[ 1, 2 ]'],
      ],
      total: 2,
      title: 'Rows',
      alt: 'two rows',
    },
    { kind: 'table', columns: ['x'], rows: [[1]] },
    { kind: 'image', mime: 'image/png', width: 40, height: 30 },
    { kind: 'image', width: 40, height: 30 },
    { kind: 'image', width: 20, height: 10 },
    { kind: 'svg', text: expect.stringContaining('xmlns="http://www.w3.org/2000/svg"') },
    { kind: 'svg', text: expect.stringContaining('<foreignObject'), title: 'A figure' },
    { kind: 'markdown', text: '**bold**' },
    { kind: 'json', text: '{\n  "deep": {\n    "value": 1\n  }\n}' },
  ])
  expect(outcome.lines.map(({ text }) => text)).toEqual(['0: { x: 1 }'])
})

test('what is still being drawn when a program ends is waited for, and nothing is shown afterwards', async ({ run }) => {
  const canvas = "const canvas = new OffscreenCanvas(10, 12); canvas.getContext('2d').fillRect(0, 0, 1, 1)"
  const outcome = await run(`${canvas}; setTimeout(() => show('too late'), 200); show(canvas); 'done'`)
  expect(outcome).toMatchObject({ kind: 'returned', value: { text: 'done' } })
  expect(shownBy(outcome)).toMatchObject([{ kind: 'image', width: 10, height: 12 }])
})

test('too much is not shown, and the program is told', async ({ run }) => {
  const outcome = await run(`
    const problems = []
    const attempt = async (value) => { try { await show(value) } catch (error) { problems.push(error.message) } }
    await attempt(Object.assign(document.createElement('canvas'), { width: 9000, height: 10 }))
    await attempt(new Blob([new Uint8Array(4_000_000)], { type: 'image/png' }))
    await attempt(new Blob(['x'], { type: 'application/pdf' }))
    for (let count = 0; count < 25; count += 1) await attempt(count)
    show(Array.from({ length: 9000 }, (_, index) => ({ index })))
    problems
  `)
  const said = outcome.kind === 'returned' ? outcome.value.text : ''
  expect(said).toContain('million pixels')
  expect(said).toContain('too large')
  expect(said).toContain('PNG, JPEG, GIF, WebP or SVG')
  expect(said).toContain('A program can show 20 things')
  expect(shownBy(outcome)).toHaveLength(20)
  expect(outcome.lines.some(({ level, text }) => level === 'error' && text.includes('20 things'))).toBe(true)
  const long = await run('show(Array.from({ length: 9000 }, (_, index) => ({ index })))')
  expect(shownBy(long)).toMatchObject([{ kind: 'table', total: 9000, rows: { length: 5000 } }])
})

test('a program that has changed its world shows what it has and nothing else', async ({ run }) => {
  const outcome = await run(`
    JSON.stringify = () => '{"kind":"html"}'
    Promise.prototype.then = function () { return this }
    Array.isArray = () => { throw 1 }
    XMLSerializer.prototype.serializeToString = () => '<script>'
    HTMLCanvasElement.prototype.toDataURL = () => 'data:text/html;base64,eA=='
    show([{ a: 1 }])
    show(Object.assign(document.createElement('canvas'), { width: 3, height: 4 }))
    show(new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 }, getPrototypeOf() { throw 1 } }))
    1
  `)
  expect(shownBy(outcome)).toMatchObject([{ kind: 'table' }, { kind: 'image', width: 3, height: 4 }, { kind: 'json' }])
})
