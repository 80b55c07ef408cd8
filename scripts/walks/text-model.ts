import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TextModel {
  readonly url: string
  /** What is said next, one answer for each request. */
  readonly answers: string[]
  /** Called with each request, before its answer begins. */
  onRequest: () => Promise<void>
  close(): void
}

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`

/** A model server on a socket of this machine. Its model writes text, a few letters at a time, and has never heard of tools. */
export async function startTextModel(): Promise<TextModel> {
  const server = createServer(async (request, response) => {
    await request.resume().toArray()
    if (request.method === 'GET') return void response.end(JSON.stringify({ data: [{ id: 'm' }] }))
    await model.onRequest()
    response.setHeader('content-type', 'text/event-stream')
    for (const content of model.answers.shift()?.match(/.{1,8}/gs) ?? []) response.write(chunk({ content }))
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port, not on a path.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v1`
  const model: TextModel = { url, answers: [], onRequest: async () => {}, close: () => server.close() }
  return model
}
