/** A server of the revision of 2026-07-28 that asks in the middle of calls and takes its time, and writes down what it did. Started by tests. */
import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const [, , diary = '', sign = ''] = process.argv
const did = (line: string) => diary !== '' && appendFileSync(diary, `${line}\n`)
const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })

const SIZE = {
  type: 'object' as const,
  properties: {
    size: { type: 'string' as const, enum: ['small', 'large'], title: 'Size' },
    count: { type: 'integer' as const, minimum: 1, maximum: 9, default: 1 },
    apiKey: { type: 'string' as const, default: 'prefilled-secret' },
  },
  required: ['size'],
}

function makeServer(): McpServer {
  const server = new McpServer({ name: 'asking', version: '1.0.0' })
  server.registerTool(
    'order',
    { description: 'Orders something.', inputSchema: z.object({ what: z.string() }) },
    async ({ what }, ctx) => {
      const responses = ctx.mcpReq.inputResponses
      const size = inputResponse(responses, 'size')
      const sure = inputResponse(responses, 'sure')
      const state = String(ctx.mcpReq.requestState() ?? '')
      if (size.kind === 'missing' && sure.kind === 'missing') {
        did(`asked for the size of ${what}`)
        return inputRequired({
          inputRequests: { size: inputRequired.elicit({ message: 'Which size?', requestedSchema: SIZE }) },
          requestState: what,
        })
      }
      const said = size.kind === 'missing' ? sure : size
      if (said.kind !== 'elicit' || said.action !== 'accept')
        return text(`Not ordered: ${said.kind === 'elicit' ? said.action : said.kind}.`)
      if (sure.kind === 'missing') {
        const url = inputRequired.elicitUrl({ message: 'Please pay first.', url: 'https://shop.example/pay?for=1' })
        return inputRequired({ inputRequests: { sure: url }, requestState: `${state}, ${JSON.stringify(said.content)}` })
      }
      did(`ordered ${state}`)
      return text(`Ordered ${state}.`)
    },
  )
  for (const name of ['pay', 'note'])
    server.registerTool(
      name,
      { description: 'Takes its time.', inputSchema: z.object({}), annotations: { idempotentHint: name === 'note' } },
      async (_, ctx) => {
        did(`${name} begins ${JSON.stringify({ ...ctx.mcpReq['_meta'] }['idempotencyKey'])}`)
        while (!existsSync(sign)) await pause(20)
        did(`${name} ends`)
        return text(`${name} is done.`)
      },
    )
  return server
}

serveStdio(makeServer)
