import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { serve } from '@hono/node-server'
import { createUIMessageStreamResponse, streamText, toUIMessageStream } from 'ai'
import { Hono } from 'hono'

// The usual handler: streamText in, UI message stream out.

const provider = createOpenAICompatible({ name: 'bench', baseURL: `${process.env['UPSTREAM']}/v1`, apiKey: 'none' })
const app = new Hono()
app.post('/api/chat', async (context) => {
  const { model } = await context.req.json<{ model: string }>()
  const result = streamText({ model: provider(model), prompt: 'hi', abortSignal: context.req.raw.signal })
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.({ port }))
process.once('disconnect', () => process.exit())
