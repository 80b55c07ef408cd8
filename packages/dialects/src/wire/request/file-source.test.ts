import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText, fileAddress, fileFromAddress, fileSource } from './file-source.ts'

const file = (mediaType: string, data: string) => ({ type: 'file', mediaType, data }) as const

describe('fileSource', () => {
  it('tells an address from bytes', () => {
    expect(fileSource(file('image/png', 'https://example.org/a.png'))).toEqual({
      kind: 'address',
      url: 'https://example.org/a.png',
    })
    expect(fileSource(file('image/png', 'aGk='))).toEqual({ kind: 'bytes', mediaType: 'image/png', base64: 'aGk=' })
  })

  it('opens data addresses, encoded either way', () => {
    expect(fileSource(file('image/*', 'data:image/gif;base64,R0lGOD'))).toEqual({
      kind: 'bytes',
      mediaType: 'image/gif',
      base64: 'R0lGOD',
    })
    expect(fileSource(file('text/plain', 'data:text/plain;charset=utf-8,h%C3%A9'))).toEqual({
      kind: 'bytes',
      mediaType: 'text/plain',
      base64: encodeText('hé'),
    })
    expect(fileSource(file('text/plain', 'data:,%E0%A4%A'))).toMatchObject({ kind: 'bytes', mediaType: 'text/plain' })
  })

  it('finds the exact type of an image by its first bytes', () => {
    expect(fileSource(file('image/*', '/9j/4AAQ'))).toMatchObject({ mediaType: 'image/jpeg' })
    expect(fileSource(file('image', 'iVBORw0KGgoAAA'))).toMatchObject({ mediaType: 'image/png' })
  })

  it('survives the way through an address and back', () => {
    const part = { ...file('application/pdf', 'JVBERi0='), name: 'a.pdf' }
    expect(fileFromAddress(fileAddress(part), 'application/octet-stream', 'a.pdf')).toEqual(part)
    expect(fileFromAddress('https://example.org/x', 'image/*')).toEqual(file('image/*', 'https://example.org/x'))
  })

  it('text comes back from base64 as it was; damaged base64 gives nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeText(encodeText(text))).toBe(text)
      }),
    )
    expect(decodeText('%%%')).toBeUndefined()
  })
})
