import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { mcpLabs, wordsOf } from './testing/mcp-lab.ts'

const open = mcpLabs()
const program = fileURLToPath(new URL('testing/modern-server.ts', import.meta.url))
const conditions = '--conditions=@parley/source'
let child: ReturnType<typeof spawn> | undefined
afterEach(async () => {
  if (child?.kill()) await once(child, 'exit')
  child = undefined
})

test('a server of the newest revision is spoken to in it, over stdio', async () => {
  const lab = await open({ modern: { command: process.execPath, args: [conditions, program] } })
  expect(await lab.call('count', { to: 3 })).toMatchObject({ outcome: 'ok', data: { reached: 3 } })
  expect(await lab.status('modern')).toMatchObject({ protocol: '2026-07-28', program: 'modern 1.0.0' })
})

test('and over HTTP, where wrong arguments are refused in its words', async () => {
  child = spawn(process.execPath, [conditions, program, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const lab = await open({ modern: { url: `http://127.0.0.1:${String(port).trim()}/mcp` } })
  expect(wordsOf(await lab.call('count', { to: 5 }))).toBe('counted to 5')
  expect(await lab.status('modern')).toMatchObject({ protocol: '2026-07-28' })
  const refused = await lab.call('count', { to: 'many' })
  expect(refused.outcome).toBe('error')
})

test('a program that ends at a question before the greeting is started once more, and greeted', async () => {
  const strict = `
    let greeted = false
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (!greeted && method !== 'initialize') process.exit(1)
      greeted = true
      const results = {
        initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'strict', version: '1' } },
        'tools/list': { tools: [{ name: 'one', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [{ type: 'text', text: 'greeted' }] },
      }
      if (results[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
    })`
  const lab = await open({ strict: { command: process.execPath, args: ['-e', strict] } })
  expect(wordsOf(await lab.call('one'))).toBe('greeted')
})
