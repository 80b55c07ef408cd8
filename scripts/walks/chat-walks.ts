import { createExecutor, defineTool, housePolicy, httpTransport, memoryThreadStorage, openConversation } from '@parley/browser'
import { createApp, readConfig } from '@parley/server'
import { z } from 'zod'
import { CrossedFiles, crossedBy } from './crossed-files.ts'
import { startTextModel } from './text-model.ts'

const CALL = 'I add.\n<tool_call>\n{"name": "sum", "arguments": {"a": 1, "b": 2}}\n</tool_call>'

const sum = defineTool({
  name: 'sum',
  description: 'Adds.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  effects: [],
  execute: ({ a, b }) => a + b,
})

async function openGateway() {
  const model = await startTextModel()
  const env = { PARLEY_DISCOVER: 'no', PARLEY_URL: model.url, PARLEY_DIALECT: 'hermes' }
  return { model, app: createApp(readConfig({ env })) }
}

type Gateway = Awaited<ReturnType<typeof openGateway>>

async function haveTurn({ model, app }: Gateway): Promise<void> {
  model.answers.push(CALL, 'It is 3.')
  const conversation = await openConversation({
    threadId: crypto.randomUUID(),
    storage: memoryThreadStorage(),
    executor: () => createExecutor([sum]),
    policy: housePolicy(),
    initialMode: 'auto',
    request: () => ({ model: 'm' }),
    respond: httpTransport({ url: 'http://127.0.0.1/api/respond', fetch: async (url, init) => app.request(String(url), init) }),
  })
  await conversation.send('What is 1 + 2?')
  await conversation.whenIdle()
  const said = JSON.stringify(conversation.getSnapshot().messages.at(-1)?.parts)
  conversation.close()
  if (!said.includes('It is 3.')) throw new Error(`The turn went wrong: ${said}`)
}

/** From the first byte of an answer with a call, through its judging and running, to the next request on the model's socket. */
export async function answerWalk(): Promise<readonly string[]> {
  const gateway = await openGateway()
  await haveTurn(gateway)
  const crossed = new CrossedFiles()
  let files: readonly string[] = []
  let requests = 0
  gateway.model.onRequest = async () => {
    requests++
    if (requests === 1) await crossed.begin()
    if (requests === 2) files = await crossed.end()
  }
  await haveTurn(gateway)
  gateway.model.close()
  return files
}

/** A client of OpenAI's asks a model that has never heard of tools, and gets a call. */
export async function gatewayWalk(): Promise<readonly string[]> {
  const { app, model } = await openGateway()
  const tools = [{ type: 'function', function: { name: 'sum', parameters: { type: 'object' } } }]
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'What is 1 + 2?' }], tools })
  const files = await crossedBy(async () => {
    model.answers.push(CALL)
    const headers = { 'content-type': 'application/json' }
    const told = await (await app.request('/v1/chat/completions', { method: 'POST', headers, body })).text()
    if (!told.includes('tool_calls')) throw new Error(`There was no call: ${told}`)
  })
  model.close()
  return files
}
