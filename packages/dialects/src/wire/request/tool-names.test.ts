import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolNames } from './vendor-names.ts'

const FORM = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/

describe('createToolNames', () => {
  it('leaves a name the vendor accepts alone', () => {
    expect(createToolNames(FORM, ['read_file']).toWire('read_file')).toBe('read_file')
  })

  it('gives every tool its own accepted name, and finds it again from the same list of tools', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('a.b', 'a b', 'a_b', 'x'.repeat(90), `${'x'.repeat(90)}y`, '读文件'),
    )
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 8 }), (names) => {
        const writer = createToolNames(FORM, names)
        const reader = createToolNames(FORM, names)
        const written = names.map((own) => writer.toWire(own))
        expect(new Set(written).size).toBe(names.length)
        for (const [index, wire] of written.entries()) {
          expect(wire).toMatch(FORM)
          expect(reader.fromWire(wire)).toBe(names[index])
        }
      }),
    )
  })

  it('renames also a tool that only the history knows, without touching the others', () => {
    const names = createToolNames(FORM, ['a.b'])
    const listed = names.toWire('a.b')
    expect(names.toWire('old tool')).toMatch(/^old_tool_[0-9a-z]{14}$/)
    expect(names.toWire('a.b')).toBe(listed)
  })

  it('leaves a name that no tool was given as it came', () => {
    expect(createToolNames(FORM, []).fromWire('invented')).toBe('invented')
  })
})
