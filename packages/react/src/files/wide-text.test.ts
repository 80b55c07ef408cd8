import { expect, it } from 'vitest'
import { wideText } from './use-file-text.ts'

it('reads text of two bytes a character by its mark, and nothing else', () => {
  const little = Uint8Array.from(Buffer.from('\ufeffname;Müller 你', 'utf16le'))
  expect(wideText(little)).toBe('name;Müller 你')
  expect(wideText(Uint8Array.from(Buffer.from(little).swap16()))).toBe('name;Müller 你')
  expect(wideText(Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).toBeUndefined()
  expect(wideText(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8))).toBeUndefined()
  expect(wideText(new Uint8Array())).toBeUndefined()
})
