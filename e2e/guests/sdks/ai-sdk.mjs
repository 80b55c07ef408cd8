import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { isStepCount, Output, streamText, tool } from 'ai'
import { BASE, book, done, each, MODEL, QUESTION, WHAT } from './tools.mjs'

const baseURL = `${BASE}/v1`
const models = {
  openai: () => createOpenAI({ baseURL, apiKey: 'none' })(MODEL),
  chat: () => createOpenAI({ baseURL, apiKey: 'none' }).chat(MODEL),
  anthropic: () => createAnthropic({ baseURL, apiKey: 'none' })(MODEL),
  compatible: () => createOpenAICompatible({ name: 'parley', baseURL, supportsStructuredOutputs: true })(MODEL),
}
const model = models[process.env.DOOR ?? 'openai']()
let failure
const onError = ({ error }) => {
  failure ??= error
}
if (WHAT === 'shape') {
  const result = streamText({ model, prompt: QUESTION, output: Output.object({ schema: book }), onError })
  done(await result.output.catch((error) => Promise.reject(failure ?? error)))
} else {
  const tools = Object.fromEntries(
    each((name, { description, input, run }) => [name, tool({ description, inputSchema: input, execute: run })]),
  )
  const result = streamText({ model, prompt: QUESTION, tools, stopWhen: isStepCount(8), onError })
  done(await result.text.catch((error) => Promise.reject(failure ?? error)))
}
