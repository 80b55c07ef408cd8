import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_JSON_DEPTH, nestsTooDeep } from './json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('nestsTooDeep', () => {
  it('tells the last depth we carry from the first we do not', () => {
    expect(nestsTooDeep(nested(MAX_JSON_DEPTH))).toBe(false)
    expect(nestsTooDeep(nested(MAX_JSON_DEPTH + 1))).toBe(true)
    expect(nestsTooDeep(`${'{"a":'.repeat(MAX_JSON_DEPTH + 1)}1${'}'.repeat(MAX_JSON_DEPTH + 1)}`)).toBe(true)
  })

  it('does not count what is inside strings, nor what was closed again', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), (texts) => {
        expect(nestsTooDeep(JSON.stringify([...texts, '['.repeat(999), '\\"{{{'.repeat(99)]))).toBe(false)
      }),
    )
    expect(nestsTooDeep('[]'.repeat(2000))).toBe(false)
  })
})
