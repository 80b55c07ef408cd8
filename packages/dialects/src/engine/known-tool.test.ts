import { expect, test } from 'vitest'
import { fixtureTools } from '../testing/fixture-tools.ts'
import { soleParameter, withoutNamespace } from './known-tool.ts'

test('a namespace is taken off, unless it belongs to the name', () => {
  const dotted = { name: 'library.find', description: '', parameters: {} }
  expect(withoutNamespace('functions.ping', fixtureTools)).toBe('ping')
  expect(withoutNamespace('tools.web.ping', fixtureTools)).toBe('ping')
  expect(withoutNamespace('library.find', [dotted])).toBe('library.find')
  expect(withoutNamespace('functions.library.find', [dotted])).toBe('library.find')
  expect(withoutNamespace('other.thing', fixtureTools)).toBe('other.thing')
})

test('plain words are for the one string that must be given', () => {
  expect(soleParameter(fixtureTools, 'find_book')).toBe('title')
  expect(soleParameter(fixtureTools, 'write_file')).toBeUndefined()
  expect(soleParameter(fixtureTools, 'ping')).toBeUndefined()
  expect(soleParameter(fixtureTools, 'launch')).toBeUndefined()
})
