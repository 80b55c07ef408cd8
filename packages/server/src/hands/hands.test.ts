import { isJsonObject, type JsonObject } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { type AgentLab, agentLabs, lastRequest, type Reply } from '../mcp/testing/agent-lab.ts'
import { page } from '../mcp/testing/guest-page.ts'
import { everything } from '../mcp/testing/mcp-lab.ts'
import { DOORS } from '../testing/doors.ts'
import type { TrafficEntry } from '../traffic/traffic-entry.ts'
import { splitTools } from './asked-tools.ts'

const open = agentLabs()
/** No MCP server at all. */
const NONE = { none: { ...everything(), disabled: true } }

const hermes = (name: string, input: object) => `<tool_call>${JSON.stringify({ name, arguments: input })}</tool_call>`

/** A program that has no tools. */
const ask = async (lab: AgentLab, more: object = {}, headers: Record<string, string> = {}) =>
  await fetch(`${lab.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'plain-client/1.0', ...headers },
    body: JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: 'What does the note say?' }], ...more }),
  })

const json = async (response: Response): Promise<JsonObject> => {
  const value: unknown = await response.json()
  return isJsonObject(value) ? value : {}
}

/** The page runs the one call that waits, and says what came of it. */
async function run(lab: AgentLab, content: string): Promise<JsonObject> {
  const { next, answer, json: send } = page(lab)
  const call = await next()
  const thread = encodeURIComponent(String(call['thread']))
  expect((await send(`/${thread}/claim`, { callId: call['callId'], by: 'tab' })).status).toBe(204)
  expect((await answer(call, { type: 'result', content })).status).toBe(200)
  return call
}

const NOTE = { path: '/note.txt' }
const SPEECHES: readonly { readonly dialect: string; readonly first: Reply; readonly said: string }[] = [
  { dialect: 'hermes', first: `Let me look. ${hermes('read_file', NOTE)}`, said: 'Let me look. \n\nIt says: the sea.' },
  { dialect: 'native', first: [{ name: 'read_file', input: NOTE }], said: 'It says: the sea.' },
]

describe.each(SPEECHES)('a model that speaks $dialect, for a client without tools', ({ dialect, first, said }) => {
  test('has a page read a file, and the client gets one answer', async () => {
    const lab = await open({ mcpServers: NONE, dialect, replies: [first, 'It says: the sea.'] })
    const answer = ask(lab, { model: 'scripted+files' })
    expect(await run(lab, 'the sea')).toMatchObject({
      thread: 'guest:plain-client',
      name: 'read_file',
      input: NOTE,
      kind: 'page',
    })
    const body = await json(await answer)
    expect(body).toMatchObject({ model: 'scripted+files', choices: [{ finish_reason: 'stop', message: { content: said } }] })
    expect(JSON.stringify(body)).not.toContain('read_file')
    expect(lab.upstream.bodies).toHaveLength(2)
    expect(lab.upstream.bodies[0]).toContain('list_directory')
    expect(lastRequest(lab)).toContain('the sea')
  })

  test('does so in a stream, which beats while somebody decides, and in which no call of ours stands', async () => {
    const more = { limits: { beatMs: 20 } }
    const lab = await open({ mcpServers: NONE, dialect, replies: [first, 'It says: the sea.'], more })
    const answer = ask(lab, { stream: true, stream_options: { include_usage: true } }, { 'x-parley-tools': 'files' })
    const pieces = (await answer).body?.pipeThrough(new TextDecoderStream())
    let text = ''
    for await (const piece of pieces ?? []) {
      // Nobody decides before the client has heard that it waits.
      if (!text.includes(': waiting') && piece.includes(': waiting')) await run(lab, 'the sea')
      text += piece
    }
    expect(text).not.toMatch(/read_file|tool_calls/)
    const words = [...text.matchAll(/"content":("(?:[^"\\]|\\.)*")/g)].map(([, word = '""']) => JSON.parse(word) as string)
    expect(words.join('')).toBe(said)
    expect(text.match(/"finish_reason":"\w+"/g)).toEqual(['"finish_reason":"stop"'])
    expect(text).toMatch(/\[DONE\]/)
  })
})

const GATEWAY = DOORS.filter(({ path }) => !path({ model: 'm', words: '', stream: true }).startsWith('api/'))

describe.each(GATEWAY)('at the door $name', (door) => {
  test.each([true, false])('tools of ours run beside those of the client, streaming: %s', async (stream) => {
    const replies = [hermes('browser_js_eval', { code: '6 * 7' }), 'It is 42.']
    const lab = await open({ mcpServers: NONE, dialect: 'hermes', replies })
    const asked = { model: 'scripted+sandbox', words: 'How much is it?', stream }
    const answer = fetch(`${lab.url}/${door.path(asked)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(door.body(asked)),
    })
    await run(lab, 'forty-two')
    const response = await answer
    const text = await response.text()
    expect(response.status, text).toBe(200)
    expect(text).toContain('42')
    expect(text).toMatch(door.done)
    expect(text).not.toMatch(/browser_js_eval|forty-two/)
    expect(lastRequest(lab)).toContain('forty-two')
  })
})

test('tools of an MCP server run on the server, after a yes, with the arguments that the person changed', async () => {
  const replies = [hermes('everything__echo', { message: 'hello' }), 'It came back.']
  const lab = await open({ mcpServers: { everything: everything() }, dialect: 'hermes', replies })
  const answer = ask(lab, {}, { 'x-parley-tools': 'everything' })
  const { next, answer: decide } = page(lab)
  const call = await next()
  expect(call).toMatchObject({ kind: 'approval', fingerprint: expect.any(String), says: { by: 'everything' } })
  expect(lastRequest(lab)).not.toContain('Echo: ')
  expect((await decide(call, { type: 'approve', input: { message: 'good day' } })).status).toBe(200)
  expect(await json(await answer)).toMatchObject({ choices: [{ message: { content: 'It came back.' } }] })
  expect(lastRequest(lab)).toMatch(/The user changed the arguments.*Echo: good day/s)
})

test('all servers are asked for as `mcp`, and one that cannot be started is named and not waited for', async () => {
  const broken = { command: process.execPath, args: ['-e', 'process.exit(3)'] }
  const lab = await open({ mcpServers: { everything: everything(), broken }, dialect: 'native', replies: ['Nothing to do.'] })
  const response = await ask(lab, { model: 'scripted+mcp+files' })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-parley-ignored')).toBe('x-parley-tools.broken')
  expect(lastRequest(lab)).toContain('everything__echo')
  expect(lastRequest(lab)).toContain('write_file')
  const named = await ask(lab, { model: 'scripted+broken' })
  expect(named.status).toBe(400)
  expect(await named.text()).toContain('The tools of `broken` cannot be had now')
})

test('a server that is called `files` is lent with the files of the page: nobody has to guess which is meant', async () => {
  const lab = await open({ mcpServers: { files: everything() }, dialect: 'native', replies: ['Nothing to do.'] })
  expect((await ask(lab, { model: 'scripted+files' })).status).toBe(200)
  expect(lastRequest(lab)).toContain('"read_file"')
  expect(lastRequest(lab)).toContain('"files__echo"')
})

/** The line of the last request in the live view. */
async function newest(lab: AgentLab): Promise<TrafficEntry> {
  const leaving = new AbortController()
  const live = await fetch(`${lab.url}/api/traffic`, { headers: { origin: lab.url }, signal: leaving.signal })
  const first = await live.body?.pipeThrough(new TextDecoderStream()).getReader().read()
  leaving.abort()
  const [, lines = '[]'] = /data: (.*)/.exec(String(first?.value)) ?? []
  return (JSON.parse(lines) as { entry: TrafficEntry }[]).at(-1)!.entry
}

test('usage is the sum of all rounds, and the traffic shows each of them', async () => {
  const lab = await open({ mcpServers: NONE, dialect: 'hermes', replies: [hermes('read_file', NOTE), 'It says: the sea.'] })
  const answer = ask(lab, { model: 'scripted+files' })
  await page(lab).next()
  expect(await newest(lab)).not.toHaveProperty('end')
  await run(lab, 'the sea')
  const { usage } = await json(await answer)
  const entry = await newest(lab)
  expect(entry).toMatchObject({ end: 'done', calls: 1 })
  expect(usage).toMatchObject({ prompt_tokens: entry.usage?.inputTokens, completion_tokens: entry.usage?.outputTokens })
  const detail = await json(await fetch(`${lab.url}/api/traffic/${entry.id}`, { headers: { origin: lab.url } }))
  expect(detail['prompts']).toHaveLength(2)
  expect(detail['parts']).toMatchObject([{ type: 'tool-call', name: 'read_file' }, { type: 'text' }])
})

test('a call of the client ends the answer, and one of ours beside it does not run', async () => {
  const find = { type: 'function', function: { name: 'find', parameters: { type: 'object' } } }
  const both = `${hermes('read_file', NOTE)}\n${hermes('find', { q: 'x' })}`
  const lab = await open({ mcpServers: NONE, dialect: 'hermes', replies: [both] })
  const body = await json(await ask(lab, { model: 'scripted+files', tools: [find] }))
  expect(body).toMatchObject({
    choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{ function: { name: 'find' } }] } }],
  })
  expect(JSON.stringify(body)).not.toContain('read_file')
  expect(await page(lab).waiting()).toEqual([])
})

test('an answer with a schema holds nothing that was said on the way', async () => {
  const replies = [`Let me look. ${hermes('read_file', NOTE)}`, '{"word":"sea"}']
  const lab = await open({ mcpServers: NONE, dialect: 'hermes', replies })
  const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }
  const response_format = { type: 'json_schema', json_schema: { name: 'w', schema } }
  const answer = ask(lab, { model: 'scripted+files', response_format })
  await run(lab, 'the sea')
  expect(await json(await answer)).toMatchObject({ choices: [{ message: { content: '{"word":"sea"}' } }] })
})

test('a call that is required is met by one of ours, and is not required again', async () => {
  const lab = await open({ mcpServers: NONE, dialect: 'hermes', replies: [hermes('read_file', NOTE), 'It says: the sea.'] })
  const answer = ask(lab, { model: 'scripted+files', tool_choice: 'required' })
  await run(lab, 'the sea')
  expect(await json(await answer)).toMatchObject({ choices: [{ message: { content: 'It says: the sea.' } }] })
})

test('a name with tools behind it is a model that can be looked up, and its prompt counted', async () => {
  const lab = await open({ mcpServers: NONE, replies: [] })
  expect(await json(await fetch(`${lab.url}/v1/models/scripted+files`))).toMatchObject({ id: 'scripted+files' })
  const count = async (model: string) => {
    const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'How long am I?' }] })
    const headers = { 'content-type': 'application/json' }
    return await json(await fetch(`${lab.url}/v1/messages/count_tokens`, { method: 'POST', headers, body }))
  }
  const bare = Number((await count('scripted'))['input_tokens'])
  expect(Number((await count('scripted+files'))['input_tokens'])).toBeGreaterThan(bare)
})

test('only names that are known are taken off the name of a model', () => {
  const known = ['mcp', 'files', 'github']
  expect(splitTools('qwen3+files+github@hermes', known)).toEqual({ model: 'qwen3@hermes', names: ['files', 'github'] })
  expect(splitTools('qwen3@hermes+files', known)).toEqual({ model: 'qwen3@hermes', names: ['files'] })
  expect(splitTools('command-r+', known)).toEqual({ model: 'command-r+', names: [] })
  expect(splitTools('a+files+b', known)).toEqual({ model: 'a+files+b', names: [] })
  expect(splitTools('files', known)).toEqual({ model: 'files', names: [] })
})
