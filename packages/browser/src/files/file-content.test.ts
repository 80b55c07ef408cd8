import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadContent, prepareContent, toBytes } from './file-content.ts'

// In the node, as a value, and as a `Blob`; hashed here and by the platform.
const SIZES = [100, 20_000, 300_000]

test.for(SIZES.flatMap((size) => [[size, 'a text'] as const, [size, 'bytes'] as const]))(
  'what is done to the bytes afterwards does not reach the content: %i of %s',
  async ([size, kind]) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (kind === 'a text' ? 97 + (index % 26) : 255 - (index % 3)))
    const before = bytes.slice()
    const preparing = prepareContent(bytes)
    bytes.fill(120)
    const { stored, hash, binary } = await preparing
    expect(Buffer.from(toBytes(await loadContent(stored))).equals(before)).toBe(true)
    expect(hash).toBe(createHash('sha256').update(before).digest('hex'))
    expect(binary).toBe(kind === 'bytes')
  },
)

test.for(SIZES)('a text and its bytes are one content: %i letters', async (size) => {
  const text = '\uFEFF' + 'ab中😀é\n'.repeat(size / 7)
  const contents = [await prepareContent(text), await prepareContent(toBytes(text))]
  expect(contents[0]).toMatchObject({ hash: contents[1]?.hash, size: contents[1]?.size, binary: false })
  for (const { stored } of contents) expect(await loadContent(stored)).toBe(text)
})
