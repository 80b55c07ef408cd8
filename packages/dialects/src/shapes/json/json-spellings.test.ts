import { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../canonical/json.ts'
import { lineJson, spacedJson } from './json-spellings.ts'

test('spacing changes no value', () => {
  assert(
    property(jsonValue(), (value) => {
      const spaced = spacedJson(JSON.stringify(value))
      expect(JSON.parse(spaced)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(spacedJson(spaced)).toBe(spaced)
      expect(lineJson(value as JsonValue)).toBe(spaced)
    }),
  )
})

test('commas and colons get a blank, except inside strings', () => {
  expect(spacedJson('{"a":[1,2,{"b\\\\":"x:\\",y"}],\n  "big":12345678901234567890}')).toBe(
    '{"a": [1, 2, {"b\\\\": "x:\\",y"}], "big": 12345678901234567890}',
  )
})

test('a string of ten million characters is spaced', () => {
  const long = JSON.stringify({ text: 'a,"b":'.repeat(1_500_000) })
  expect(spacedJson(long)).toHaveLength(long.length + 1)
})
