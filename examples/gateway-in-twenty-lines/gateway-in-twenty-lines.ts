import { createApp, readConfig } from '@parley/server'
import OpenAI from 'openai'
import { textOnly } from './text-only-provider.ts'

const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' } }), { providers: [textOnly] })

const client = new OpenAI({
  baseURL: 'http://127.0.0.1:4317/v1',
  apiKey: 'none',
  // In one process for the example; `export default { fetch: app.fetch }` serves it anywhere.
  fetch: async (url, init) => app.request(url instanceof Request ? url : String(url), init),
})

const completion = await client.chat.completions.create({
  model: 'text-only',
  messages: [{ role: 'user', content: 'Do you have Momo?' }],
  tools: [{ type: 'function', function: { name: 'find_book', parameters: { type: 'object' } } }],
})
const [choice] = completion.choices
console.log(choice?.finish_reason, JSON.stringify(choice?.message.content))
for (const call of choice?.message.tool_calls ?? []) console.log(call.type === 'function' ? call.function : call)
