import { expect, it } from 'vitest'
import { isTrue, readExtras } from './request-extras.ts'

const rules = { format: 'any', read: ['model'], refused: { background: isTrue }, shapes: { text: 'format' }, lost: [] }

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a field named %s is passed on like any other', (field) => {
  const body: unknown = JSON.parse(`{"model":"m","${field}":{"a":[1]}}`)
  const extras = readExtras(body, rules)
  expect(JSON.stringify(extras)).toBe(`{"format":"any","fields":{"${field}":{"a":[1]}}}`)
  expect(Object.getPrototypeOf(extras?.fields)).toBe(Object.prototype)
})
