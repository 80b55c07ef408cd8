// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { IN_PASSING, pictureIn, TO_LOOK_AT } from './file-picture.ts'

const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`
const bomb = drawing(
  Array.from({ length: 9 }, (_, level) =>
    level === 0 ? '<g id="l0"><rect/></g>' : `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`,
  ).join(''),
)

/** The first bytes of a PNG file that says how large it is. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(40)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return bytes
}

const typeOf = (picture: Blob | string) => (typeof picture === 'string' ? picture : picture.type)

test.each([
  ['a drawing', '/a.svg', drawing('<rect/>'), ['image/svg+xml', 'image/svg+xml']],
  ['a drawing that is drawn for hours', '/a.svg', bomb, ['heavy', 'heavy']],
  ['a page that calls itself a drawing', '/a.svg', '<html></html>', ['heavy', 'heavy']],
  ['bytes that call themselves a drawing', '/a.svg', png(1, 1), ['broken', 'broken']],
  ['a drawing too long for a list', '/a.svg', drawing(`<!--${'x'.repeat(100_000)}-->`), ['image/svg+xml', 'heavy']],
  ['a photograph', '/a.png', png(4000, 3000), ['image/png', 'image/png']],
  ['a large one', '/a.png', png(9000, 9000), ['image/png', 'heavy']],
  ['one that takes gigabytes', '/a.png', png(60_000, 60_000), ['heavy', 'heavy']],
  ['a kind whose size is not told', '/a.avif', png(1, 1), ['image/avif', 'broken']],
  ['text that calls itself a picture', '/a.png', 'no picture', ['broken', 'broken']],
  ['no picture by its name', '/a.txt', 'text', ['broken', 'broken']],
])('%s', async (_, path, data, seen) => {
  const pictures = await Promise.all([TO_LOOK_AT, IN_PASSING].map((limits) => pictureIn(path, data, limits)))
  expect(pictures.map(typeOf)).toEqual(seen)
})
