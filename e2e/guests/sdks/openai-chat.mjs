import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { BASE, book, done, each, jsonSchema, MODEL, QUESTION, WHAT } from './tools.mjs'

const client = new OpenAI({ baseURL: `${BASE}/v1`, apiKey: 'none' })
const messages = [{ role: 'user', content: QUESTION }]
if (WHAT === 'shape') {
  const parsed = await client.chat.completions.parse({ model: MODEL, messages, response_format: zodResponseFormat(book, 'book') })
  done(parsed.choices[0].message.parsed)
} else {
  const tools = each((name, { description, input, run }) => ({
    type: 'function',
    function: { name, description, parameters: jsonSchema(input), parse: JSON.parse, function: run },
  }))
  done(await client.chat.completions.runTools({ model: MODEL, messages, tools, stream: true }).finalContent())
}
