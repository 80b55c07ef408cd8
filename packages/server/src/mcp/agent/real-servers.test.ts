import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { resultsIn, wordsIn } from '../../testing/agent-app.ts'
import { agentLabs, lastRequest, type Reply } from '../testing/agent-lab.ts'
import { everything, everythingServers, list, packageProgram } from '../testing/mcp-lab.ts'

const open = agentLabs()
const everythingOverHttp = everythingServers()
const isLong = process.env['PARLEY_LONG_TESTS'] === '1'

const program = (name: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [packageProgram(name), ...args],
})

const WRITTEN: Readonly<Record<string, (name: string, input: JsonObject) => Reply>> = {
  native: (name, input) => [{ name, input }],
  hermes: (name, input) => `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`,
  ...(isLong && {
    'json-strict': (name: string, input: JsonObject) =>
      JSON.stringify({ tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(input) } }] }),
    'qwen3-coder': (name: string, input: JsonObject) =>
      `<tool_call>\n<function=${name}>\n${Object.entries(input)
        .map(([key, value]) => `<parameter=${key}>\n${String(value)}\n</parameter>\n`)
        .join('')}</function>\n</tool_call>`,
  }),
}

describe.each(Object.entries(WRITTEN))('a tool of a real server in a thread of ours, called in %s,', (dialect, write) => {
  test('waits with the definition that was looked at, runs as edited, and not when rejected with a reason', async () => {
    const replies = ['one', 'two', 'three'].flatMap((message) => [write('everything__echo', { message }), `After ${message}.`])
    const lab = await open({ mcpServers: { everything: everything() }, replies, dialect })
    const { fingerprint } = await lab.tool('echo')

    const asked = await lab.ask('t', ['echo'])
    expect(lastRequest(lab)).toContain('everything__echo')
    expect(lastRequest(lab)).not.toContain('everything__get-sum')
    const [pending] = (await lab.thread('t')).pending
    expect(pending).toMatchObject({ kind: 'approval', input: { message: 'one' }, fingerprint, says: { by: 'everything' } })
    expect(asked.at(-1)).toMatchObject({ type: 'turn-end', status: 'waiting' })
    const callId = pending?.callId
    const done = await lab.answer('t', { type: 'approve', callId })
    expect(resultsIn(done)).toEqual(['ok: Echo: one'])
    expect(wordsIn(done)).toContain('After one.')
    expect(lastRequest(lab)).toContain('Echo: one')

    await lab.ask('t', ['echo'])
    const second = (await lab.thread('t')).pending[0]?.callId
    const edited = await lab.answer('t', { type: 'approve', callId: second, input: { message: 'two, edited' } })
    expect(resultsIn(edited)[0]).toContain('The user changed the arguments')
    expect(resultsIn(edited)[0]).toContain('Echo: two, edited')

    await lab.ask('t', ['echo'])
    const third = (await lab.thread('t')).pending[0]?.callId
    const rejected = await lab.answer('t', { type: 'reject', callId: third, reason: 'Not this one' })
    expect(resultsIn(rejected)[0]).toContain('The user rejected this call with this reason: Not this one')
    expect(lastRequest(lab)).not.toContain('Echo: three')
  })
})

test('a picture reaches a model that takes pictures, and is named where a result can only be text', async () => {
  const replies: Reply[] = [[{ name: 'everything__get-tiny-image', input: {} }], 'Seen.']
  const lab = await open({ mcpServers: { everything: everything() }, replies })
  await lab.ask('t', ['get-tiny-image'])
  await lab.answer('t', { type: 'approve', callId: 'call_1' })
  expect(lastRequest(lab)).toContain('[file image/png]')
  expect(lastRequest(lab)).not.toContain('iVBOR')
  const config = { mode: 'agent', model: 'seeing', threadId: 't' }
  await (await lab.post('chat', { messages: [{ role: 'user', content: 'What is on it?' }], config })).text()
  expect(lastRequest(lab)).toContain('"media_type":"image/png","data":"iVBOR')
})

test('data arrives as data, over Streamable HTTP as well', async () => {
  const port = await everythingOverHttp('streamableHttp')
  const replies: Reply[] = [[{ name: 'remote__get-structured-content', input: { location: 'Chicago' } }], 'Cold.']
  const lab = await open({ mcpServers: { remote: { url: `http://127.0.0.1:${port}/mcp` } }, replies })
  await lab.ask('t', ['get-structured-content'])
  await lab.answer('t', { type: 'approve', callId: 'call_1' })
  const [result] = (await lab.thread('t')).messages.flatMap(({ role, parts }) => (role === 'tool' ? parts : []))
  expect(result).toMatchObject({ outcome: 'ok', data: { temperature: expect.any(Number) } })
})

test('files and memory: each does what was approved, with the arguments that were approved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-agent-files-'))
  await writeFile(join(folder, 'a.txt'), 'in the folder')
  const memory = join(folder, 'memory.json')
  const replies: Reply[] = [
    [
      { name: 'files__read_text_file', input: { path: join(folder, 'a.txt') } },
      {
        name: 'memory__create_entities',
        input: { entities: [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }] },
      },
    ],
    'Both done.',
  ]
  const lab = await open({
    replies,
    mcpServers: {
      files: program('@modelcontextprotocol/server-filesystem', folder),
      memory: { ...program('@modelcontextprotocol/server-memory'), env: { MEMORY_FILE_PATH: memory } },
    },
  })
  await lab.ask('t', ['read_text_file', 'create_entities'])
  await expect(readFile(memory, 'utf8')).rejects.toThrow()
  await lab.answer('t', { type: 'approve', callId: 'call_2' })
  expect(await readFile(memory, 'utf8')).toContain('likes tea')
  const last = await lab.answer('t', { type: 'approve', callId: 'call_1' })
  expect(resultsIn(last)).toEqual(['ok: in the folder'])
  expect(wordsIn(last)).toContain('Both done.')
})

test('a long call tells how far it is, outlives the limit of other tools, and is stopped by itself while its thread goes on', async () => {
  const replies: Reply[] = [
    [{ name: 'everything__trigger-long-running-operation', input: { duration: 120, steps: 1200 } }],
    'Stopped, then.',
  ]
  const lab = await open({ mcpServers: { everything: everything() }, replies, more: { limits: { toolMs: 1000 } } })
  await lab.ask('t', ['trigger-long-running-operation'])
  const response = await lab.resume('t', [{ type: 'approve', callId: 'call_1' }])
  let text = ''
  let stopped: Promise<Response> | undefined
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    const told = text.match(/"type":"call-progress"/g)?.length ?? 0
    if (told >= 3) stopped ??= lab.post('threads/t/cancel?call=call_1')
  }
  expect((await stopped)?.status).toBe(200)
  expect(text).toContain('"type":"call-begun"')
  expect(text).toContain('"total":1200')
  const thread = await lab.thread('t')
  expect(resultsIn(thread.messages)).toEqual([expect.stringMatching(/^cancelled: The call was stopped/)])
  expect(thread.messages.at(-1)).toMatchObject({ role: 'assistant', parts: [{ text: 'Stopped, then.' }] })
})

test('only who may use MCP servers may choose their tools or approve their calls', async () => {
  const replies: Reply[] = [[{ name: 'everything__echo', input: { message: 'one' } }], 'Done.']
  const lab = await open({ mcpServers: { everything: everything() }, replies })
  const { name, fingerprint } = await lab.tool('echo')
  const body = {
    messages: [{ role: 'user', content: 'Go.' }],
    config: { mode: 'agent', threadId: 'f', mcpTools: [{ name, fingerprint }] },
  }
  expect((await fetch(`${lab.url}/api/chat`, { method: 'POST', body: JSON.stringify(body) })).status).toBe(403)
  await lab.ask('t', ['echo'])
  const foreign = await lab.resume('t', [{ type: 'approve', callId: 'call_1' }], {})
  expect(foreign.status).toBe(403)
  expect((await lab.thread('t')).pending).toHaveLength(1)
  const chat = await lab.post('chat', { ...body, config: { mcpTools: [{ name, fingerprint }] } })
  expect([chat.status, await chat.text()]).toEqual([400, expect.stringContaining('config.mcpTools')])
  const twice = await lab.post('chat', { ...body, tools: { [name]: { description: 'Mine.' } } })
  expect(twice.status).toBe(400)
})

test('a server that cannot be started costs only its own tools, and the thread says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-agent-gone-'))
  const lab = await open({ mcpServers: { everything: everything() }, replies: ['Hello.'], folder })
  const { fingerprint } = await lab.tool('echo')
  const mcpTools = [
    { name: 'everything__echo', fingerprint },
    { name: 'nowhere__echo', fingerprint },
    { name: 'everything__gone', fingerprint },
  ]
  await (
    await lab.post('chat', { messages: [{ role: 'user', content: 'Hi' }], config: { mode: 'agent', threadId: 't', mcpTools } })
  ).text()
  expect(lastRequest(lab)).toContain('everything__echo')
  const { notOffered } = await lab.thread('t')
  expect(notOffered.map(({ name }) => name)).toEqual(['nowhere__echo', 'everything__gone'])
  expect(list(JSON.parse(JSON.stringify(notOffered)))[0]?.['why']).toMatchObject({ message: expect.stringContaining('nowhere') })
})
