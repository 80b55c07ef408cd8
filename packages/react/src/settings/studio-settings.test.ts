import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSettings } from './studio-settings.ts'

describe('readSettings', () => {
  it('begins with the language of the browser, asking before anything runs', () => {
    expect(readSettings(null, 'zh')).toMatchObject({ language: 'zh', defaultMode: 'ask', theme: 'system', letterKeys: true })
  })
  it('keeps what it wrote', () => {
    const settings = {
      ...readSettings(null, 'en'),
      model: 'demo',
      temperature: 0.5,
      dialects: { demo: 'hermes' },
      toolsetsOff: ['files'],
    }
    expect(readSettings(JSON.stringify(settings), 'zh')).toEqual(settings)
  })
  it('takes nothing from a stored text that is not of its kind, and never throws', () => {
    const odd = fc.record(
      {
        language: fc.jsonValue(),
        theme: fc.jsonValue(),
        dialects: fc.jsonValue(),
        toolsetsOff: fc.jsonValue(),
        temperature: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          odd.map((value) => JSON.stringify(value)),
          fc.string(),
        ),
        (stored) => {
          const settings = readSettings(stored, 'en')
          expect(['en', 'zh']).toContain(settings.language)
          expect(['system', 'light', 'dark']).toContain(settings.theme)
          expect(settings.toolsetsOff.every((name) => typeof name === 'string')).toBe(true)
          expect(Object.values(settings.dialects).every((name) => typeof name === 'string')).toBe(true)
        },
      ),
    )
  })
})
