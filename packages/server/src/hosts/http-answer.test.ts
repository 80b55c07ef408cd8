import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HttpAnswer } from './http-answer.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

/** Reads an answer that comes in these pieces. The buffer is used again for each, as a connection does. */
function read(pieces: readonly Buffer[]) {
  const answer = new HttpAnswer()
  let body = ''
  for (const piece of pieces) body += answer.push(Buffer.from(piece)).toString('latin1')
  return { answer, body, status: answer.head?.status, over: answer.over, reusable: answer.reusable }
}

function cut(whole: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (whole.length + 1)).toSorted((left, right) => left - right), whole.length]
  return at.slice(1).map((end, index) => whole.subarray(at[index], end))
}

const body = fc.array(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 30 }), { maxLength: 6 })
const wrapped = fc.record({
  pieces: body,
  framing: fc.constantFrom('chunked', 'length', 'close'),
  extension: fc.constantFrom('', ';a=1', ' ;x="y"'),
  trailer: fc.constantFrom('', 'x-sum: 1\r\n', 'a: b\r\nc: d\r\n'),
  interim: fc.constantFrom('', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'),
})

test('the same body is read wherever the bytes are cut', () => {
  fc.assert(
    fc.property(wrapped, fc.array(fc.nat(), { maxLength: 12 }), ({ pieces, framing, extension, trailer, interim }, places) => {
      const text = pieces.join('')
      const [head, framed] = {
        chunked: [
          'transfer-encoding: chunked',
          `${pieces.map((piece) => `${piece.length.toString(16)}${extension}\r\n${piece}\r\n`).join('')}0\r\n${trailer}\r\n`,
        ],
        length: [`content-length: ${text.length}`, text],
        close: ['x: y', text],
      }[framing] ?? ['', '']
      const whole = bytes(`${interim}HTTP/1.1 200 OK\r\n${head}\r\n\r\n${framed}`)
      const { answer, ...got } = read(cut(whole, places))
      const closes = framing === 'close'
      expect(got).toEqual({ body: text, status: 200, over: !closes, reusable: !closes })
      expect(answer.close()).toBe(true)
    }),
  )
})

test('no bytes make it hang, and none make an answer out of half a one', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), fc.boolean(), (pieces, headed) => {
      const head = headed ? [bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab')] : []
      const answer = new HttpAnswer()
      try {
        for (const piece of [...head, ...pieces.map((random) => Buffer.from(random))]) answer.push(piece)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
      expect(answer.close()).toBe(answer.over)
    }),
  )
})

describe('what is no answer is refused', () => {
  test.each([
    ['another protocol', 'SSH-2.0-x\r\n\r\n', 'not HTTP/1.1'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n', 'not HTTP/1.1'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n', 'broken header'],
    ['a folded header', 'HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n', 'broken header'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 'no clear length'],
    ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n', 'no clear length'],
    ['another protocol from now on', 'HTTP/1.1 101 Switching\r\n\r\n', 'changes the protocol'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\r\n', 'no size'],
    ['a size that is no number', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n', 'no size'],
    ['a size beyond reason', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'f'.repeat(13)}\r\n`, 'no size'],
    ['a longer chunk than told', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n', 'longer than it said'],
    ['a return in the middle of a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r0\r\n', 'framed wrongly'],
    ['a head without an end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`, 'do not end'],
    [
      'a trailer without an end',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'x'.repeat(20_000)}`,
      'framed wrongly',
    ],
  ])('%s', (_, text, sentence) => {
    expect(() => read([bytes(text)])).toThrow(sentence)
  })
})

describe('a connection is not used again', () => {
  test.each([
    ['when the server says so', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'],
    ['when it is of the old kind', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['when more came than the answer', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nabc'],
    ['when the length is said twice', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('%s', (_, text) => {
    expect(read([bytes(text)])).toMatchObject({ over: true, reusable: false })
  })
})

test('an answer without a body is over with its head', () => {
  expect(read([bytes('HTTP/1.1 204 No Content\r\n\r\n')])).toMatchObject({ over: true, reusable: true, body: '' })
})
