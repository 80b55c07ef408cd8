// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { placeToDraw } from '../testing/place-to-draw.ts'
import ShownItems from './shown-items.tsx'
import { isTameDrawing } from './tame-drawing.ts'
import { toFile } from './to-file.ts'

const drawn = placeToDraw()
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">${inside}</svg>`

const levels = (count: number) =>
  Array.from({ length: count }, (_, level) =>
    level === 0
      ? '<g id="l0"><rect width="1" height="1"/></g>'
      : `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`,
  ).join('')

it.each([
  [
    'a plot with a clip path',
    svg('<clipPath id="c"><rect/></clipPath><g clip-path="url(#c)"><use href="#c"/><path d="M0 0"/></g>'),
    true,
  ],
  ['ten times ten times … of itself', svg(levels(8)), false],
  ['the same through a pattern', svg(levels(8).replaceAll('<use href="#', '<rect fill="url(#').replaceAll('"/>', ')"/>')), false],
  ['what refers to itself', svg('<g id="a"><use href="#a"/></g>'), false],
  ['a drawing in the drawing', svg(`<image href="data:image/svg+xml,${encodeURIComponent(svg(''))}"/>`), false],
  ['one hidden in a style', svg('<style>rect{mask:url(\\64 ata:image/svg+xml,x)}</style>'), false],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, false],
  ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', false],
])('%s', (_, text, isTame) => {
  expect(isTameDrawing(text)).toBe(isTame)
})

it('shows what is in order, draws markup as text, and leaves out the rest', async () => {
  const shown = [
    { kind: 'table', columns: ['<b>name</b>'], rows: [['<img src=x onerror=alert(1)>']], total: 3, title: 'People' },
    { kind: 'html', text: '<script>alert(1)</script>' },
    { kind: 'svg', text: svg('<rect/>') },
    { kind: 'svg', text: svg(levels(9)) },
    { kind: 'json', text: '{"a":1}' },
  ]
  drawn.root.render(<ShownItems display={{ shown }} />)
  await vi.waitFor(() => expect(drawn.place.querySelectorAll('[data-testid=shown]')).toHaveLength(4))
  expect(drawn.place.textContent).toContain('People')
  expect(drawn.place.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(drawn.place.textContent).toContain('The first 1 of 3 rows.')
  expect(drawn.place.textContent).toContain('would hold up the page')
  const pictures = [...drawn.place.querySelectorAll('img')]
  expect(pictures.map((picture) => picture.src.slice(0, 5))).toEqual(['blob:'])
  expect(drawn.place.querySelector('script, [onerror], figure > svg, figure > div > svg')).toBeNull()
})

it('keeps a table as CSV', () => {
  const file = toFile(
    {
      kind: 'table',
      columns: ['a', 'b'],
      rows: [
        ['x,"y"', 1],
        [null, true],
      ],
      total: 2,
    },
    'My table!',
  )
  expect(file).toMatchObject({ mediaType: 'text/csv', name: 'My-table-.csv' })
  expect(atob(file.data)).toBe('a,b\n"x,""y""",1\n,true\n')
})
