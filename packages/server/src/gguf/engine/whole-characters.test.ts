import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standing, wholeCharacters } from './whole-characters.ts'

const isText = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Bytes as they are met in texts and in rubbish: leads, seconds at the borders, and others. */
const byte = fc.oneof(
  fc.integer({ min: 0, max: 255 }),
  fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xe0, 0xe4, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff),
)

test('bytes are whole exactly where every reader takes them for text, and open where something may still make them so', () => {
  fc.assert(
    fc.property(
      fc
        .uint8Array({ minLength: 1, maxLength: 6 })
        .chain((some) => fc.oneof(fc.constant(some), fc.array(byte, { maxLength: 6 }))),
      (list) => {
        const bytes = Uint8Array.from(list)
        const { is, tail } = standing(bytes)
        expect(is === 'whole').toBe(isText(bytes))
        if (is === 'open') expect(ENDS.some((end) => isText(Uint8Array.from([...tail, ...end])))).toBe(true)
        if (is === 'broken') expect(ENDS.some((end) => isText(Uint8Array.from([...bytes, ...end])))).toBe(false)
      },
    ),
    { numRuns: 3000 },
  )
})
/** What may follow: up to three further bytes, at every border. */
const BORDERS = [0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf]
const ENDS = [
  [],
  ...BORDERS.map((one) => [one]),
  ...BORDERS.map((one) => [one, 0x80]),
  ...BORDERS.map((one) => [one, 0x80, 0x80]),
]

const SIGNS = ((): readonly string[] => {
  let extra = 256
  return Array.from({ length: 256 }, (_, at) =>
    String.fromCodePoint((at >= 33 && at <= 126) || (at >= 161 && at <= 172) || at >= 174 ? at : extra++),
  )
})()

test.each([
  ['a sign for every byte', 'gpt2', SIGNS],
  [
    'a name for every byte',
    'llama',
    Array.from({ length: 256 }, (_, at) => `<0x${at.toString(16).toUpperCase().padStart(2, '0')}>`),
  ],
])('whatever is chosen of what is left, with %s, becomes text', (_how, spelling, vocabulary) => {
  const follow = wholeCharacters(vocabulary, spelling, (tokens) => new Set(tokens))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 }), (wishes) => {
      const following = follow()
      const said: number[] = []
      let missing = 0
      for (const wish of wishes) {
        // As a grammar does: half a character is followed by its rest, and nothing else begins with a rest.
        const isRest = wish >= 0x80 && wish < 0xc0
        if (isRest !== missing > 0 || following.banned()?.has(wish)) continue
        following.take(wish)
        said.push(wish)
        missing = isRest ? missing - 1 : wish < 0x80 ? 0 : wish < 0xe0 ? 1 : wish < 0xf0 ? 2 : 3
      }
      expect(standing(Uint8Array.from(said)).is).not.toBe('broken')
    }),
  )
})
