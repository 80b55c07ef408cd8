import type { ToolResult } from '@parley/dialects'
import { growth, PROPORTIONAL } from '@parley/dialects/testing'
import { describe, expect, test } from 'vitest'
import { redact, resultGate, trimMiddle, withText } from './result-gate.ts'

const result = (text: string, more: Partial<ToolResult> = {}): ToolResult => ({
  type: 'tool-result',
  callId: 'c',
  name: 'x',
  outcome: 'ok',
  content: [{ type: 'text', text }],
  ...more,
})

const secrets: readonly [string, string][] = [
  ['API key', `sk-${'a1'.repeat(16)}`],
  ['access token', `ghp_${'a1'.repeat(18)}`],
  ['cloud key', `AKIA${'A1'.repeat(8)}`],
  ['private key', '-----BEGIN RSA PRIVATE KEY-----'],
  ['signed token', `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`],
  ['bearer token', `Bearer ${'x'.repeat(20)}`],
]

describe('what a person sees before the model does', () => {
  test.each(secrets)('a result with an %s', (what, secret) => {
    expect(resultGate()(result(`before ${secret} after`))).toMatchObject([
      { kind: 'sensitive', what, count: 1, words: { id: expect.stringMatching(/^secret\./) } },
    ])
    expect(redact(`before ${secret} after`)).toBe(`before [${what} removed] after`)
  })

  test('a secret in the data counts as well as one in the words', () => {
    const [, secret] = secrets[0]!
    expect(resultGate()(result('short', { data: { key: `${secret} and a lot more` } }))).toMatchObject([{ kind: 'sensitive' }])
  })

  test('a result that is larger than allowed', () => {
    expect(resultGate({ maxCharacters: 10 })(result('x'.repeat(11)))).toEqual([{ kind: 'large', characters: 11, limit: 10 }])
    expect(resultGate({ maxCharacters: 10 })(result('x'.repeat(10)))).toEqual([])
  })

  test.each(['The risk-free task', 'sk-short', 'a bearer of news', 'AKIA', 'eyJhbGciOi'])('%j is no secret', (text) => {
    expect(resultGate()(result(text))).toEqual([])
  })

  test('signs of the page are looked for too', () => {
    const gate = resultGate({ sensitive: [{ what: 'customer number', pattern: /\bC-\d{6}\b/g }] })
    expect(gate(result('C-123456 and C-654321'))).toEqual([{ kind: 'sensitive', what: 'customer number', count: 2 }])
  })

  test.each(['eyJ', '-----BEGIN ', 'Bearer '])('a hostile result of %j is looked at in time that grows with it', (sign) => {
    const look = (size: number) => resultGate()(result(sign.repeat(size)))
    expect(growth(look, 10_000)).toBeLessThan(PROPORTIONAL)
  })
})

test('trimming keeps both ends and says how much is missing', () => {
  expect(trimMiddle('short', 10)).toBe('short')
  expect(trimMiddle('a'.repeat(50) + 'b'.repeat(50), 20)).toBe(
    `${'a'.repeat(10)}\n[80 characters left out here; ask for a smaller part to see them]\n${'b'.repeat(10)}`,
  )
})

test('replaced words take the data with them', () => {
  expect(withText(result('old', { data: 1, display: 2 }), 'new')).toEqual({ ...result('new'), display: 2 })
})
