import { bridgeMcp } from '@parley/server/mcp-bridge'
import { Advice, defineCommand } from '../command.ts'

export const command = defineCommand({
  usage: [
    ['parley mcp', 'offers the tools of the Parley that runs on http://127.0.0.1:4317 to a client that starts this'],
    ['parley mcp --url http://127.0.0.1:8080', 'of one that runs elsewhere'],
  ],
  options: { url: { type: 'string', value: '<address>', means: 'where Parley runs (http://127.0.0.1 with PORT or 4317)' } },
  words: 0,
  note: 'It is started by clients such as Codex and Claude Code, and speaks MCP over its standard streams. Each call waits until you decide in the studio.\nIt takes the token of the server from PARLEY_TOKEN.',
  async run({ values }, { env }) {
    const url = values.url ?? `http://127.0.0.1:${env['PORT'] || 4317}`
    if (!URL.canParse(url)) throw new Advice(`--url takes an address such as http://127.0.0.1:4317, not ${url}.`)
    const token = env['PARLEY_TOKEN'] || undefined
    await bridgeMcp({ url, ...(token !== undefined && { token }), input: process.stdin, output: process.stdout })
    return 0
  },
})
