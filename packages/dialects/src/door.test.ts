import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createParser, type DialectId, readStream } from './index.ts'

const tools = [{ name: 'get_weather', description: 'The weather in a city.', parameters: { type: 'object' } }]
const options = { dialect: 'hermes' satisfies DialectId, tools } as const
const ANSWER = 'Let me look. <tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call> There.'

const cutAt = (places: readonly number[]): readonly string[] => {
  const cuts = [0, ...places.toSorted((a, b) => a - b), ANSWER.length]
  return cuts.slice(1).map((cut, index) => ANSWER.slice(cuts[index], cut))
}

async function* oneByOne(pieces: readonly string[]) {
  yield* pieces
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('a stream is read as a parser reads it that is fed by hand, however it is cut', async () => {
  const places = fc.array(fc.integer({ min: 0, max: ANSWER.length }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(places, async (cuts) => {
      const pieces = cutAt(cuts)
      const parser = createParser(options)
      const byHand = [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()]
      expect(await collect(readStream(pieces, options))).toEqual(byHand)
      expect(await collect(readStream(oneByOne(pieces), options))).toEqual(byHand)
    }),
    { numRuns: 50 },
  )
})

async function* failing() {
  yield ANSWER.slice(0, 60)
  throw new Error('the line went dead')
}

test('a source that fails in the middle of a call leaves no call', async () => {
  const seen: string[] = []
  const reading = async () => {
    for await (const event of readStream(failing(), options)) seen.push(event.type)
  }
  await expect(reading()).rejects.toThrow('the line went dead')
  expect(seen.filter((type) => type === 'part-end')).toHaveLength(1)
})

test('who stops reading closes the source', async () => {
  let closed = false
  async function* endless() {
    try {
      for (;;) yield 'word '
    } finally {
      closed = true
    }
  }
  const reading = readStream(endless(), options)
  await reading.next()
  await reading.return()
  expect(closed).toBe(true)
})
