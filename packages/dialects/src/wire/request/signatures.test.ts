import { describe, expect, it } from 'vitest'
import { createSignatures } from './signatures.ts'

describe('createSignatures', () => {
  const ours = createSignatures('vendor-one')
  const theirs = createSignatures('vendor-two')

  it('sends a proof back to the vendor that gave it, unchanged', () => {
    expect(ours.write(ours.read('EqQB+/=='))).toBe('EqQB+/==')
  })

  it('never sends a proof to another vendor', () => {
    expect(theirs.write(ours.read('EqQB'))).toBeUndefined()
    expect(ours.write('EqQB')).toBeUndefined()
    expect(ours.write(undefined)).toBeUndefined()
  })

  it('finds its way home through a client that speaks another format', () => {
    const onTheirWire = theirs.pass(ours.read('EqQB'))
    expect(ours.write(theirs.read(onTheirWire))).toBe('EqQB')
    expect(theirs.pass(theirs.read('x'))).toBe('x')
  })
})
