import OpenAI from 'openai'
import { zodTextFormat } from 'openai/helpers/zod'
import { BASE, book, done, each, tools as hands, jsonSchema, MODEL, QUESTION, WHAT } from './tools.mjs'

const client = new OpenAI({ baseURL: `${BASE}/v1`, apiKey: 'none' })
const tools = each((name, { description, input }) => ({
  type: 'function',
  name,
  description,
  parameters: jsonSchema(input),
  strict: false,
}))
if (WHAT === 'shape') {
  const parsed = await client.responses.parse({ model: MODEL, input: QUESTION, text: { format: zodTextFormat(book, 'book') } })
  done(parsed.output_parsed)
} else {
  // Goes on from the last response: nothing is sent twice.
  let response = await client.responses.create({ model: MODEL, input: QUESTION, tools })
  for (;;) {
    const calls = response.output.filter((item) => item.type === 'function_call')
    if (calls.length === 0) break
    const input = calls.map(({ call_id, name, arguments: text }) => ({
      type: 'function_call_output',
      call_id,
      output: hands[name].run(JSON.parse(text)),
    }))
    response = await client.responses.create({ model: MODEL, previous_response_id: response.id, input, tools })
  }
  done(response.output_text)
}
