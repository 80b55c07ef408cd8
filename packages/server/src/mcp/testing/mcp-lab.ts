import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/dialects'
import { afterEach, expect } from 'vitest'
import { readConfig } from '../../config.ts'
import { type RunningServer, startServer } from '../../hosts/node.ts'
import type { CallEvent, CallResult } from '../calls.ts'
import type { McpTool } from '../tools/mcp-tool.ts'

export interface McpLab {
  readonly url: string
  get(path: string): Promise<JsonObject>
  send(path: string, body?: object, init?: RequestInit): Promise<Response>
  tools(...servers: readonly string[]): Promise<readonly McpTool[]>
  /** A tool as it is now, by the name its server gives it. */
  tool(name: string): Promise<McpTool>
  /** Calls and listens to the end. */
  call(name: string, input?: JsonObject, more?: { readonly callId?: string }): Promise<CallResult>
  /** Begins a call, for who does something in between. */
  begin(name: string, input?: JsonObject): Promise<{ readonly callId: string; readonly events: AsyncGenerator<CallEvent> }>
  /** Answers what a call asks. */
  reply(callId: string, answer: object): Promise<Response>
  status(id: string): Promise<JsonObject>
  stop(): Promise<void>
}

/** The program of an npm package, run by this Node. */
export const packageProgram = (name: string, file = 'dist/index.js') =>
  fileURLToPath(new URL(`../../../../../node_modules/${name}/${file}`, import.meta.url))
export const everything = (...args: readonly string[]) => ({
  command: process.execPath,
  args: [packageProgram('@modelcontextprotocol/server-everything'), ...args],
})
export const evil = (env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL('evil-server.ts', import.meta.url))],
  env,
})

/** Written down in `diary`: what it did. It waits for the file `sign` before it ends. */
export const asking = (diary = '', sign = '') => ({
  command: process.execPath,
  args: [fileURLToPath(new URL('asking-server.ts', import.meta.url)), diary, sign],
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

interface EverythingServers {
  /** The port of a new one. */
  (kind: 'streamableHttp' | 'sse'): Promise<number>
  /** Ends the first as the power does. */
  kill(): void
}

/** The same server over HTTP, each a process of its own, ended after the test. */
export function everythingServers(): EverythingServers {
  const children: ChildProcess[] = []
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  })
  const start = async (kind: 'streamableHttp' | 'sse') => {
    const port = await freePort()
    const { command, args } = everything(kind)
    const child = spawn(command, args, { env: { ...process.env, PORT: String(port) }, stdio: 'pipe' })
    children.push(child)
    await new Promise<void>((resolve, reject) => {
      child.stderr?.on('data', (text: Buffer) => text.toString().includes(String(port)) && resolve())
      child.stdout?.on('data', (text: Buffer) => text.toString().includes(String(port)) && resolve())
      child.once('exit', () => reject(new Error('everything ended')))
    })
    return port
  }
  return Object.assign(start, { kill: () => void children[0]?.kill('SIGKILL') })
}

let ids = 0

/** Real servers of ours with these MCP servers, stopped after each test. */
export function mcpLabs(): (mcpServers: object, more?: object, env?: Record<string, string>) => Promise<McpLab> {
  const running: RunningServer[] = []
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop(0)
  })
  return async (mcpServers, more = {}, env = {}) => {
    const file = JSON.stringify({ mcpServers, ...more })
    const data = 'agent' in more ? {} : { PARLEY_DATA: await mkdtemp(join(tmpdir(), 'parley-mcp-')) }
    const config = readConfig({ env: { PARLEY_DISCOVER: 'no', ...data, ...env }, file })
    const server = await startServer({ config: { ...config, port: 0 }, env })
    running.push(server)
    return lab(server)
  }
}

function lab(server: RunningServer): McpLab {
  const origin = server.address.replace(/\/$/, '')
  const send = async (path: string, body?: object, init: RequestInit = {}) =>
    await fetch(`${origin}/api/mcp/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...init,
    })
  const get = async (path: string) => {
    const response = await send(path)
    const value: unknown = await response.json()
    expect(response.status, JSON.stringify(value)).toBe(200)
    return isJsonObject(value) ? value : {}
  }
  // The door's own shape, which the tests of the list hold against this type.
  const tools = async (...servers: readonly string[]) =>
    (await get(`tools?${servers.map((id) => `server=${id}`).join('&')}`))['tools'] as unknown as readonly McpTool[]
  const tool = async (name: string) => {
    const found = (await tools()).find((one) => one.tool === name)
    if (!found) throw new Error(`no tool ${name}`)
    return found
  }
  return {
    url: origin,
    get,
    send,
    tools,
    tool,
    async call(name, input = {}, { callId = `call-${++ids}` } = {}) {
      const { name: wire, fingerprint } = await tool(name)
      const response = await send('call', { callId, name: wire, input, fingerprint })
      expect(response.status).toBe(200)
      return await resultOf(response)
    },
    async begin(name, input = {}) {
      const { name: wire, fingerprint } = await tool(name)
      const callId = `call-${++ids}`
      const response = await send('call', { callId, name: wire, input, fingerprint })
      expect(response.status).toBe(200)
      return { callId, events: eventsOf(response) }
    },
    reply: (callId, answer) => send(`calls/${callId}/answer`, answer),
    async status(id) {
      const { servers } = await get('servers')
      const found = list(servers).find((one) => one['id'] === id)
      return found ?? {}
    },
    stop: () => server.stop(0),
  }
}

export const list = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : []

function eventsIn(text: string): readonly CallEvent[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .flatMap((event) => JSON.parse(event.slice(6)) as CallEvent[])
}

export async function resultOf(response: Response): Promise<CallResult> {
  const last = eventsIn(await response.text()).at(-1)
  if (last?.type !== 'call-end') throw new Error(`no end: ${JSON.stringify(last)}`)
  return last.result
}

/** Reads a stream of events one by one, for who does something in between. */
export async function* eventsOf(response: Response): AsyncGenerator<CallEvent> {
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    const end = text.lastIndexOf('\n\n')
    if (end < 0) continue
    yield* eventsIn(text.slice(0, end))
    text = text.slice(end + 2)
  }
}

export const wordsOf = (result: CallResult): string =>
  result.content.map((part) => (part.type === 'text' ? part.text : `[${part.mediaType}]`)).join('\n')
