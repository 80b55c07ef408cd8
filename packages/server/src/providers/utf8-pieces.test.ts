import { array, assert, constantFrom, integer, oneof, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { Utf8Pieces } from './utf8-pieces.ts'

const encoder = new TextEncoder()
const words = constantFrom('a', 'é', '计', '🙂', '\uFEFF', '\n').map((word) => encoder.encode(word))
const damage = uint8Array({ maxLength: 5 })

test('wherever bytes are cut, and whatever they are, the text is what a decoder makes of the whole', () => {
  assert(
    property(array(oneof(words, damage)), array(integer({ min: 0, max: 4 })), (characters, sizes) => {
      const bytes = Uint8Array.from(characters.flatMap((one) => [...one]))
      const reading = new Utf8Pieces()
      let text = ''
      let from = 0
      for (const size of [...sizes, bytes.length]) {
        const piece = bytes.slice(from, from + size)
        text += reading.push(piece)
        // A connection reads the next piece into the same place.
        piece.fill(0x21)
        from += size
      }
      expect(text + reading.end()).toBe(new TextDecoder().decode(bytes))
    }),
    { numRuns: 2000 },
  )
})
