import { createInterface } from 'node:readline'

/** A real server over stdio with thirty tools about the one thing it is named after: `node many-tools-server.ts invoice`. */
const [, , subject = 'thing'] = process.argv
const VERBS = ['create', 'list', 'read', 'update', 'delete', 'share', 'archive', 'print', 'count', 'export']

const tools = Array.from({ length: 30 }, (_, index) => {
  const verb = VERBS[index % VERBS.length] ?? ''
  const which = ['one', 'all', 'recent'][Math.floor(index / VERBS.length)] ?? ''
  return {
    name: `${verb}_${which}_${subject}`,
    description: `Use this to ${verb} ${which} ${subject}. ${'Its owner has a great deal to say about how it is best used. '.repeat(4)}`,
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: `Which ${subject} is meant` } },
      required: ['id'],
    },
  }
})

const answers: Record<string, (params: { name?: string; arguments?: { id?: string } }) => object> = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: subject, version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: input }) => ({ content: [{ type: 'text', text: `${name} did ${input?.id}` }] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  const body = answer ? { result: answer(params ?? {}) } : { error: { code: -32601, message: `no ${method}` } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
}
