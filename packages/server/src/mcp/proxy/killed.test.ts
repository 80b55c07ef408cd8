import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import { afterEach, expect, test, vi } from 'vitest'
import { openSqliteFile } from '../../agent/store/sqlite-sql.ts'
import { everything, list } from '../testing/mcp-lab.ts'

const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
})

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const PROGRAM = fileURLToPath(new URL('../../../../cli/bin/parley.mjs', import.meta.url))
const WAITING = { beatMs: 20, leaseMs: 300 }

/** A server in a process of its own, on data that outlives it. */
async function start(folder: string) {
  const config = join(folder, 'parley.config.json')
  await writeFile(config, JSON.stringify({ mcpServers: { everything: everything() }, waiting: WAITING }))
  const env = {
    ...process.env,
    PORT: '0',
    PARLEY_DATA: folder,
    PARLEY_CONFIG: config,
    PARLEY_DISCOVER: 'no',
    PARLEY_PAGE: folder,
  }
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      const found = /http:\/\/[\d.:]+/.exec(String(text))?.[0]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error('the server ended')))
  })
  const client = new Client({ name: 'codex', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  return { child, client, url, kill: () => kill(child) }
}

async function pending(url: string): Promise<readonly JsonObject[]> {
  const value: unknown = await (await fetch(`${url}/api/threads?status=waiting`)).json()
  return isJsonObject(value)
    ? list(value['threads']).flatMap(({ id = '', pending: calls }) => list(calls).map((call) => ({ ...call, thread: id })))
    : []
}

async function next(url: string): Promise<JsonObject> {
  await vi.waitFor(async () => expect(await pending(url)).toHaveLength(1), { timeout: 20_000 })
  return (await pending(url))[0] ?? {}
}

const approve = (url: string, { callId, thread }: JsonObject) =>
  fetch(`${url}/api/threads/${String(thread)}/resume`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ answers: [{ type: 'approve', callId }] }),
  })

async function folderWithDatabase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-killed-'))
  // Whoever has used agent mode once has this file.
  openSqliteFile(join(folder, 'agent.sqlite')).close()
  return folder
}

const LONG = { name: 'everything__trigger-long-running-operation', arguments: { duration: 30, steps: 300 } }
const ECHO = { name: 'everything__echo', arguments: { message: 'once' } }
const untilListed = (client: Client) =>
  vi.waitFor(async () => expect((await client.listTools()).tools.map(({ name }) => name)).toContain(ECHO.name), {
    timeout: 20_000,
  })

test('when the server is killed, a call that waits joins its question and runs once; one that ran may have run, and does not run again', async () => {
  const folder = await folderWithDatabase()
  const first = await start(folder)
  await untilListed(first.client)
  let isRunning = false
  const onprogress = ({ total }: { readonly total?: number | undefined }) => void (isRunning ||= total === 300)
  const lost = [first.client.callTool(LONG, { onprogress }).catch((error: unknown) => error)]
  await approve(first.url, await next(first.url))
  await vi.waitFor(() => expect(isRunning).toBe(true), { timeout: 20_000 })
  lost.push(first.client.callTool(ECHO).catch((error: unknown) => error))
  const { callId } = await next(first.url)
  await first.kill()
  await first.client.close()
  expect(await Promise.all(lost)).toEqual([expect.any(Error), expect.any(Error)])

  const second = await start(folder)
  expect(await pending(second.url)).toMatchObject([{ callId }])
  expect(JSON.stringify(await second.client.callTool(LONG))).toContain('it may have run')
  const result = second.client.callTool(ECHO)
  await vi.waitFor(async () => expect((await approve(second.url, await next(second.url))).status).toBe(200))
  expect(await result).toMatchObject({ content: [{ text: 'Echo: once' }] })
  expect(await pending(second.url)).toEqual([])
}, 120_000)
