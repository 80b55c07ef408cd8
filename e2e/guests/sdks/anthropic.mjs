import Anthropic from '@anthropic-ai/sdk'
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod'
import { BASE, book, done, each, MODEL, QUESTION, WHAT } from './tools.mjs'

const client = new Anthropic({ baseURL: BASE, apiKey: 'none' })
const messages = [{ role: 'user', content: QUESTION }]
if (WHAT === 'shape') {
  const parsed = await client.messages.parse({
    model: MODEL,
    max_tokens: 999,
    messages,
    output_config: { format: zodOutputFormat(book) },
  })
  done(parsed.parsed_output)
} else {
  const tools = each((name, { description, input, run }) => betaZodTool({ name, description, inputSchema: input, run }))
  const final = await client.beta.messages.toolRunner({ model: MODEL, max_tokens: 999, messages, tools })
  done(final.content.map((block) => (block.type === 'text' ? block.text : '')).join(''))
}
