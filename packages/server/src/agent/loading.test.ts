import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Serves a question in chat mode, then one in agent mode, and tells which heavy packages were loaded by then. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    resolve(specifier, context, next) {
      const result = next(specifier, context)
      const found = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(result.url)?.[1]
      if (found) loaded.add(found)
      return result
    },
  })
  const heavy = () => [...loaded].filter((name) => /langchain|langsmith|^pg|modelcontextprotocol/.test(name))
  const { readConfig } = await import('@parley/server')
  const { startServer } = await import('@parley/server/node')
  const server = await startServer({ config: readConfig({ env: process.env }) })
  const ask = async (mode) => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], config: { mode } })
    return (await (await fetch(server.url + 'api/chat', { method: 'POST', body })).text()).endsWith('[DONE]\\n\\n')
  }
  const servers = await fetch(server.url + 'api/mcp/servers', { headers: { origin: server.url.slice(0, -1) } })
  if (!servers.ok) throw new Error(await servers.text())
  const chat = { answered: await ask('chat'), heavy: heavy() }
  const agent = { answered: await ask('agent'), heavy: heavy() }
  await server.stop()
  console.log(JSON.stringify({ chat, agent }))
`

test('a server that is not asked for its agent or MCP servers loads neither LangGraph nor a database nor the MCP client', async () => {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const env = {
    ...process.env,
    PORT: '0',
    PARLEY_DISCOVER: 'no',
    PARLEY_DEMO_PACE: '0',
    PARLEY_DATA: mkdtempSync(join(tmpdir(), 'parley-')),
  }
  const args = ['--conditions=@parley/source', '--input-type=module', '-e', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: here, env })
  const { chat, agent } = JSON.parse(stdout)
  expect(chat).toEqual({ answered: true, heavy: [] })
  expect(agent).toEqual({ answered: true, heavy: expect.arrayContaining(['@langchain/langgraph']) })
  expect(agent.heavy).not.toContain('pg')
})
