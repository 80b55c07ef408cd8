import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ContentCache } from './content-cache.ts'

it('remembers the newest texts, never more than it has room for, and never a wrong one', () => {
  const room = 100
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(30)), { maxLength: 60 }), (texts) => {
      const cache = new ContentCache(room)
      const added = texts.map(([name, length]) => [String(name), `${name}:`.padEnd(length, '.').slice(0, length)] as const)
      const first = new Map<string, string>()
      for (const [hash, text] of added) {
        // One hash, one text.
        const own = first.get(hash) ?? text
        first.set(hash, own)
        cache.add(hash, own)
      }
      const held = [...first].filter(([hash]) => cache.get(hash) !== undefined)
      for (const [hash, text] of held) expect(cache.get(hash)).toBe(text)
      expect(held.reduce((sum, [, text]) => sum + text.length, 0)).toBeLessThanOrEqual(room + 2 * 30)
      const newest = added.at(-1)
      if (newest !== undefined) expect(cache.get(newest[0])).toBe(first.get(newest[0]))
    }),
  )
})

it('leaves bytes alone', () => {
  const cache = new ContentCache()
  cache.add('hash', Uint8Array.of(1))
  expect(cache.get('hash')).toBeUndefined()
})
