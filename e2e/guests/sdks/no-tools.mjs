import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'

/** A program as simple as they come: a question, and an answer. It has no tools, and knows of none. */
const { BASE, MODEL: model, QUESTION: content, DOOR } = process.env
const messages = [{ role: 'user', content }]
if (DOOR === 'chat') {
  const client = new OpenAI({ baseURL: `${BASE}/v1`, apiKey: 'none' })
  const { choices } = await client.chat.completions.create({ model, messages })
  console.log(choices[0].message.content)
} else {
  const client = new Anthropic({ baseURL: BASE, apiKey: 'none' })
  console.log(await client.messages.stream({ model, messages, max_tokens: 1000 }).finalText())
}
