import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { dialectMiddleware } from '@parley/server/ai-sdk'
import { isStepCount, streamText, tool, wrapLanguageModel } from 'ai'
import { z } from 'zod'
import { textOnlyServer } from './text-only-server.ts'

const local = createOpenAICompatible({ name: 'local', baseURL: 'http://127.0.0.1:8080/v1', fetch: textOnlyServer })
const model = wrapLanguageModel({ model: local('text-only'), middleware: dialectMiddleware({ dialect: 'hermes' }) })

const result = streamText({
  model,
  prompt: 'What is the weather in Oslo?',
  tools: {
    get_weather: tool({
      description: 'The weather in a city.',
      inputSchema: z.object({ city: z.string().describe('Its name.') }),
      execute: async ({ city }) => `four degrees in ${city}`,
    }),
  },
  stopWhen: isStepCount(3),
})

for (const step of await result.steps) {
  for (const call of step.toolCalls) console.log('called', call.toolName, call.input)
  if (step.text) console.log('said', step.text)
}
