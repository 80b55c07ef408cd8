import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth, PROPORTIONAL } from '../../testing/growth.ts'
import { createSseSplitter } from './sse.ts'

type Seen = [data: string, name: string | undefined]

function split(chunks: readonly string[], maxLine?: number): Seen[] {
  const seen: Seen[] = []
  const splitter = createSseSplitter(maxLine)
  for (const chunk of chunks) splitter.push(chunk, (data, name) => seen.push([data, name]))
  splitter.end((data, name) => seen.push([data, name]))
  return seen
}

const STREAM =
  ': hello\r\nevent: ping\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata:first\n\nid: 7\nretry: 10\ndata: 素数 😀\r\rdata\ndata: last'

describe('createSseSplitter', () => {
  test('comments, names, several data lines and all three line ends are read', () => {
    expect(split([STREAM])).toEqual([
      ['{"a":\n1}', 'ping'],
      ['first', undefined],
      ['素数 😀', undefined],
      ['last', undefined],
    ])
  })

  test('cutting the stream anywhere changes no event', () => {
    const whole = split([STREAM])
    fc.assert(
      fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.sort((left, right) => left - right), STREAM.length]
        expect(split(at.slice(1).map((end, index) => STREAM.slice(at[index], end)))).toEqual(whole)
      }),
    )
  })

  test('a line that never ends is refused at the limit instead of filling the memory', () => {
    expect(() => split(['data: ', 'x'.repeat(600), 'x'.repeat(600)], 1024)).toThrow(/one line of more than 1 KB/)
    expect(split([`data: ${'x'.repeat(900)}\n\n`], 1024)).toHaveLength(1)
  })

  test('a long line in thousands of pieces costs time in proportion to its length', () => {
    const piece = 'x'.repeat(64)
    const run = (count: number) => split(['data: ', ...Array.from({ length: count }, () => piece), '\n\n'])
    expect(growth(run, 8000)).toBeLessThan(PROPORTIONAL)
  })
})
