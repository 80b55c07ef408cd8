import { openaiChat } from '@parley/dialects/wire'
import { array, assert, integer, property, string } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { chunk, DONE } from '../testing/chunks.ts'
import { createStreamReading, createWatchdog } from './stream-reading.ts'

const MEGABYTE = 1024 * 1024
const options = { format: openaiChat, newId: () => 'new', label: 'The lab' }
const bytes = (text: string) => new TextEncoder().encode(text)
const open = (maxBytes?: number) => createStreamReading(options, { model: 'm', messages: [] }, maxBytes)

test('what one read brings of a text is one delta, and the end is known when it comes', () => {
  const reading = open()
  const abc = reading.push(bytes(chunk({ content: 'a' }) + chunk({ content: 'b' }) + chunk({ content: 'c' })))
  expect(abc.slice(1)).toEqual([
    { type: 'part-start', part: 0, kind: 'text' },
    { type: 'part-delta', part: 0, text: 'abc' },
  ])
  expect(reading.push(bytes(chunk({ content: 'd' })))).toEqual([{ type: 'part-delta', part: 0, text: 'd' }])
  expect(reading.over).toBe(false)
  reading.push(bytes(DONE))
  expect(reading.over).toBe(true)
})

test('a character that the network cuts is whole in the answer', () => {
  assert(
    property(string({ unit: 'grapheme' }), array(integer({ min: 0, max: 40 })), (content, sizes) => {
      const reading = open()
      const stream = bytes(`\uFEFF${chunk({ content })}${DONE}`)
      const events = []
      let from = 0
      for (const size of [...sizes, stream.length]) {
        const piece = stream.slice(from, from + size)
        events.push(...reading.push(piece))
        // A connection reads the next piece into the same place.
        piece.fill(0x21)
        from += size
      }
      events.push(...reading.end())
      expect(events.map((event) => (event.type === 'part-delta' ? event.text : '')).join('')).toBe(content)
    }),
  )
})

const call = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] })
const begin = (index: number) => call(index, { id: `c${index}`, function: { name: 'f', arguments: '' } })
const add = (index: number, piece: string) => call(index, { function: { arguments: piece } })

test('parts that come side by side in one read keep their order', () => {
  const events = open().push(bytes(begin(0) + begin(1) + add(0, '{"a"') + add(0, ':1}') + add(1, '{') + add(0, ' ')))
  const deltas = events.flatMap((event) => (event.type === 'part-delta' ? [[event.part, event.text]] : []))
  expect(deltas).toEqual([
    [0, '{"a":1}'],
    [1, '{'],
    [0, ' '],
  ])
})

test('an answer that does not end is cut off before it fills the memory', () => {
  const reading = open(2 * MEGABYTE)
  const piece = bytes(chunk({ content: 'x'.repeat(MEGABYTE / 2) }))
  for (let count = 0; count < 3; count++) expect(reading.push(piece).length).toBeGreaterThan(0)
  expect(() => reading.push(piece)).toThrow('The lab sent more than 2 MB and did not come to an end')
})

test('a model that begins late and then falls silent is given up as soon as one that began at once', () => {
  vi.useFakeTimers()
  try {
    const given: number[] = []
    const dog = createWatchdog(900_000, 60_000, (limit) => given.push(limit))
    vi.advanceTimersByTime(200_000)
    dog.touch(true)
    vi.advanceTimersByTime(59_000)
    expect(given).toEqual([])
    vi.advanceTimersByTime(62_000)
    expect(given).toEqual([60_000])
  } finally {
    vi.useRealTimers()
  }
})
