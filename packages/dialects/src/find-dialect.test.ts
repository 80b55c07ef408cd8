import { expect, test } from 'vitest'
import { findDialect, requireDialect } from './find-dialect.ts'

test('an id is found however it is written', () => {
  expect(findDialect('JSON_Strict')?.id).toBe('json-strict')
  expect(findDialect('klingon')).toBeUndefined()
})

test('who names a model instead of a dialect is told what that model speaks', () => {
  expect(() => requireDialect('qwen3')).toThrow('There is no dialect `qwen3`; Qwen3 speaks `hermes`. Use that id, or "native".')
  expect(() => requireDialect('klingon')).toThrow(
    'There is no dialect `klingon`. Use "native" or the id of a dialect, for example "json-strict".',
  )
})
