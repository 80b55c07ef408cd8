import { ChatAnthropic } from '@langchain/anthropic'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool } from 'langchain'
import { BASE, book, done, each, MODEL, QUESTION, WHAT } from './tools.mjs'

const models = {
  openai: () => new ChatOpenAI({ model: MODEL, apiKey: 'none', configuration: { baseURL: `${BASE}/v1` } }),
  responses: () =>
    new ChatOpenAI({ model: MODEL, apiKey: 'none', useResponsesApi: true, configuration: { baseURL: `${BASE}/v1` } }),
  anthropic: () => new ChatAnthropic({ model: MODEL, apiKey: 'none', anthropicApiUrl: BASE, maxTokens: 999 }),
}
const model = models[process.env.DOOR ?? 'openai']()
if (WHAT === 'shape') done(await model.withStructuredOutput(book, { method: 'jsonSchema' }).invoke(QUESTION))
else {
  const tools = each((name, { description, input, run }) => tool(run, { name, description, schema: input }))
  const { messages } = await createAgent({ model, tools }).invoke({ messages: [{ role: 'user', content: QUESTION }] })
  done(messages.at(-1).text)
}
