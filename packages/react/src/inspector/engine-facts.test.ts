import { expect, test } from 'vitest'
import { engineFacts } from './engine-facts.ts'

const timings = {
  cache_n: 1556,
  prompt_n: 7,
  prompt_ms: 35,
  prompt_per_second: 200,
  predicted_n: 40,
  predicted_ms: 80,
  predicted_per_second: 500,
}
const end = `data: ${JSON.stringify({ choices: [], timings })}\n\ndata: [DONE]\n\n`

test('the speed of an engine, what it still knew and whether a grammar held it are read from what was said', () => {
  const facts = engineFacts({ body: '{"grammar":"root ::= \\"a\\""}', reply: `data: {"choices":[]}\n\n${end}` })
  expect(facts).toEqual({ written: 40, writtenPerSecond: 500, read: 7, cached: 1556, readPerSecond: 200, held: true })
  expect(engineFacts({ body: '{"messages":[]}', reply: end })).toMatchObject({ held: false })
  expect(engineFacts({ body: '{"response_format":{"type":"json_schema"}}', reply: end })).toMatchObject({ held: true })
  expect(engineFacts({ body: '{"response_format":{"type":"text"}}', reply: end })).toMatchObject({ held: false })
})

test.each(['', 'data: {"choices":[]}', 'data: {"timings":', '{"timings":7}', 'a "timings" in a sentence'])(
  'who does not tell is not made to: %s',
  (reply) => expect(engineFacts({ body: 'no JSON', reply })).toBeUndefined(),
)
