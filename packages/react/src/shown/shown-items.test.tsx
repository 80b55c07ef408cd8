// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { placeToDraw } from '../testing/place-to-draw.ts'
import ShownItems from './shown-items.tsx'
import { isLightDrawing } from './tame-drawing.ts'
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
  ['the same, written with escapes', svg(levels(8).replaceAll('#l', '#%6c')), false],
  ['the same, with others of the same names behind', svg(`${levels(8)}${levels(1).repeat(2)}<g id="l6"/><g id="l7"/>`), false],
  [
    'the same through masks in capitals',
    svg(levels(8).replaceAll('<use href="#', '<rect mask="URL(#').replaceAll('"/>', ')"/>')),
    false,
  ],
  ['a variable beside a fill', svg('<style>:root{--a:x}rect{fill:url(#a)}</style><linearGradient id="a"/><rect/>'), true],
  ['masks that a variable holds', svg('<g style="--a:url(#a)"><rect style="mask:var(--a)"/></g>'), false],
  ['masks behind a backslash', svg('<mask id="a"/><rect mask="url(\\23 a)"/>'), false],
  ['a shadow', svg('<filter id="f"><feDropShadow/></filter><rect filter="url(#f)"/>'), true],
  ['a thousand filters', svg(`<filter id="f"><feTurbulence/></filter>${'<rect filter="url(#f)"/>'.repeat(1000)}`), false],
  ['one with ten thousand attributes', svg(`<g ${Array.from({ length: 10_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`), false],
  ['something that turns', svg('<rect><animateTransform/></rect>'), true],
  ['a crowd that turns', svg('<rect><animateTransform/></rect>'.repeat(9000)), false],
  ['what refers to itself', svg('<g id="a"><use href="#a"/></g>'), false],
  ['a drawing in the drawing', svg(`<image href="data:image/svg+xml,${encodeURIComponent(svg(''))}"/>`), false],
  ['one hidden in a style', svg('<style>rect{mask:url(\\64 ata:image/svg+xml,x)}</style>'), false],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, false],
  ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', false],
])('%s', (_, text, isTame) => {
  expect(isLightDrawing(text)).toBe(isTame)
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
  await expect.poll(() => drawn.place.querySelectorAll('[data-testid=shown]')).toHaveLength(4)
  expect(drawn.place.textContent).toContain('People')
  expect(drawn.place.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(drawn.place.textContent).toContain('The first 1 of 3 rows.')
  await expect.poll(() => drawn.place.textContent).toContain('would hold up the page')
  const pictures = [...drawn.place.querySelectorAll('img')]
  expect(pictures.map((picture) => picture.src.slice(0, 5))).toEqual(['blob:'])
  expect(drawn.place.querySelector('script, [onerror], figure > svg, figure > div > svg')).toBeNull()
})

it('tells the values of a chart where they are, by pointer and by keys, and as a table', async () => {
  const points = {
    columns: ['<b>day</b>', 'amount'],
    rows: [
      ['<img src=x onerror=alert(1)>', 3],
      ['Tuesday', 5],
    ],
    places: [
      [2, 2, 2, 2],
      [8, 8, 8, 8],
    ],
  }
  const draw = (title: string) =>
    drawn.root.render(<ShownItems display={{ shown: [{ kind: 'svg', text: svg('<rect/>'), title, points }] }} />)
  draw('Week')
  await expect.poll(() => drawn.place.querySelector('[data-picture]')).not.toBeNull()
  const picture = drawn.place.querySelector<HTMLElement>('[data-picture]')
  const described = picture?.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toContain('A chart of 2 values.')
  expect(document.getElementById(described)?.textContent).toContain('amount from 3 to 5.')
  const press = (key: string) => picture?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const spoken = () => drawn.place.querySelector('[data-testid=chart] [role=status]')?.textContent
  press('ArrowRight')
  await expect.poll(() => spoken()).toBe('<b>day</b>: <img src=x onerror=alert(1)>, amount: 3')
  expect(drawn.place.querySelector('[data-testid=chart-tip]')?.textContent).toContain('onerror=alert(1)')
  press('End')
  await expect.poll(() => spoken()).toBe('<b>day</b>: Tuesday, amount: 5')
  press('Escape')
  await expect.poll(() => drawn.place.querySelector('[data-testid=chart-tip]')).toBeNull()
  expect(drawn.place.querySelector('[onerror], dl img, dl b')).toBeNull()
  const told = () => drawn.place.querySelector('[data-testid=chart-tip] dd:last-of-type')?.textContent
  const point = (type: string, pointerType: string) =>
    picture?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerType, clientX: 8, clientY: 8, relatedTarget: document.body }),
    )
  point('pointerdown', 'touch')
  await expect.poll(() => told()).toBe('Tuesday')
  point('pointerout', 'touch')
  draw('This week')
  await expect.poll(() => drawn.place.textContent).toContain('This week')
  expect(told(), 'read after the finger is lifted').toBe('Tuesday')
  point('pointerout', 'mouse')
  await expect.poll(() => told()).toBeUndefined()
  drawn.place.querySelector<HTMLElement>('[aria-label^="Show as table"]')?.click()
  await expect.poll(() => drawn.place.querySelectorAll('tbody tr')).toHaveLength(2)
  expect(drawn.place.querySelector('[data-testid=chart]')).toBeNull()
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
