import { openaiChat } from '@parley/dialects/wire'
import { expect, test } from 'vitest'
import { chunk, DONE } from '../testing/chunks.ts'
import { createStreamReading } from './stream-reading.ts'

const MEGABYTE = 1024 * 1024
const options = { format: openaiChat, newId: () => 'new', label: 'The lab' }
const bytes = (text: string) => new TextEncoder().encode(text)
const open = (maxBytes?: number) => createStreamReading(options, { model: 'm', messages: [] }, maxBytes)

test('one read becomes one batch, and the end is known when it comes', () => {
  const reading = open()
  expect(reading.push(bytes(chunk({ content: 'a' }) + chunk({ content: 'b' }) + chunk({ content: 'c' })))).toHaveLength(5)
  expect(reading.over).toBe(false)
  reading.push(bytes(DONE))
  expect(reading.over).toBe(true)
})

test('an answer that does not end is cut off before it fills the memory', () => {
  const reading = open(2 * MEGABYTE)
  const piece = bytes(chunk({ content: 'x'.repeat(MEGABYTE / 2) }))
  for (let count = 0; count < 3; count++) expect(reading.push(piece).length).toBeGreaterThan(0)
  expect(() => reading.push(piece)).toThrow('The lab sent more than 2 MB and did not come to an end')
})
