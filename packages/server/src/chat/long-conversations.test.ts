import { dialects, findDialect, type JsonObject } from '@parley/dialects'
import { growth, PROPORTIONAL } from '@parley/dialects/testing'
import { describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createPace, finished, PIECE } from '../safety/pace.ts'
import { readResults } from '../spoken-results/read-results.ts'
import { parseChatBody } from './chat-body.ts'
import { readingPlainMessages } from './read-plain-messages.ts'

const fill = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length))
const talk = (...contents: readonly string[]) =>
  contents.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))

const CALL = '<tool_call>\n{"name":"a","arguments":{}}\n</tool_call>\n'
const RESULT = '<tool_response>\nx\n</tool_response>\n'

/** Conversations that were made to be slow to read, by their size in characters. */
const HEAVY: Readonly<Record<string, (size: number) => readonly object[]>> = {
  'many short messages': (size) => talk(...Array.from({ length: size / 20 }, () => 'and then?')),
  'one long answer': (size) => talk('x', fill('hello world ', size), 'ok'),
  'a result behind a long answer without a call': (size) => talk('x', fill('hello <b>', size), RESULT),
  'many calls and as many results': (size) => talk('x', fill(CALL, size / 2), fill(RESULT, size / 2)),
  'results with unusual spaces': (size) =>
    talk('x', CALL, fill('<tool_result><id>1</id><content>a</content> </tool_result>', size)),
  'a result that does not end': (size) => talk('x', CALL, `<tool_response>\n${fill(' ', size)}`),
}

/** How many characters are looked at to read them. */
async function work(messages: readonly object[]): Promise<number> {
  const pace = createPace()
  await parseChatBody({ messages }, pace)
  return pace.spent
}

describe.each(Object.entries(HEAVY))('%s', (_, messages) => {
  test('twice the conversation is at most two and a half times the work', async () => {
    const once = await work(messages(50_000))
    expect(await work(messages(100_000))).toBeLessThanOrEqual(Math.max(2.5 * once, PIECE))
  })
})

/** Conversations that are one step for whoever does not rest within a message. */
const IN_ONE: Readonly<Record<string, (size: number) => readonly object[]>> = {
  'many calls and as many results': (size) => talk('x', fill(CALL, size / 2), fill(RESULT, size / 2)),
  'an answer of opening brackets': (size) => talk('x', fill('<', size), RESULT),
  'JSON that does not end': (size) => talk('x', CALL, fill('{"tool_call_result":[', size)),
  'a tool that gave JSON without an end': (size) => [
    ...talk('x', CALL),
    { role: 'tool', content: fill('{"tool_call_result":[', size) },
  ],
}

test.each(Object.entries(IN_ONE))('others have their turn while %s are read', async (_, messages) => {
  let turns = 0
  let reading = true
  const look = () => {
    turns++
    if (reading) setImmediate(look)
  }
  look()
  await parseChatBody({ messages: messages(1_000_000) })
  reading = false
  expect(turns).toBeGreaterThan(1_000_000 / PIECE)
})

const manyOf = (piece: string, count: number) => piece.repeat(count)
const rolesOf = async (...contents: readonly string[]) =>
  (await parseChatBody({ messages: talk(...contents) })).messages.map(({ role }) => role)

test('a message of more calls than a model makes, or of more results than a client tells, is words', async () => {
  expect(await rolesOf('x', manyOf(CALL, 4096), manyOf(RESULT, 4096))).toEqual(['user', 'assistant', 'tool'])
  expect(await rolesOf('x', manyOf(CALL, 4097), manyOf(RESULT, 10))).toEqual(['user', 'assistant', 'user'])
  expect(await rolesOf('x', CALL, manyOf(RESULT, 4097))).toEqual(['user', 'assistant', 'user'])
  expect(await rolesOf('x', CALL, manyOf('{"tool_call_result":{"result":1}}', 4097))).toEqual(['user', 'assistant', 'user'])
})

const told = (count: number) => `{"tool_call_result":{"result":[${manyOf('0,', count)}0]}}`

test('a value of more parts than a body may have is words', async () => {
  expect(await rolesOf('x', CALL, told(90_000))).toEqual(['user', 'assistant', 'tool'])
  expect(await rolesOf('x', CALL, told(110_000))).toEqual(['user', 'assistant', 'user'])
})

const parts = async (before: number) => {
  const { messages } = await parseChatBody({ messages: talk('x', fill('hello ', before), 'and?', CALL, RESULT) })
  return messages.flatMap((message) => message.parts.map(({ type }) => type))
}

test('a conversation longer than any model reads is not looked through for dialects that nobody asked for', async () => {
  expect(await parts(1000)).toContain('tool-call')
  expect(await parts(4_000_000)).not.toContain('tool-call')
})

const short = (count: number) => Array.from({ length: count }, () => ['and?', 'yes']).flat()

const roleBehind = async (count: number) =>
  (await parseChatBody({ messages: talk(...short(count), 'x', CALL, RESULT) })).messages.at(-1)?.role

test('an answer counts for more than its words: after thousands of them only the dialect that was asked for is looked for', async () => {
  expect(await roleBehind(100)).toBe('tool')
  expect(await roleBehind(8000)).toBe('user')
})

test('a message of more words than any model reads is refused in one sentence, at every door', async () => {
  const content = 'a'.repeat(8_000_001)
  await expect(parseChatBody({ messages: talk(content) })).rejects.toThrow(/more than 8000000 characters.*as a file/)
  const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' } }))
  const body = JSON.stringify({ model: 'demo-scripted', messages: [{ role: 'user', content }] })
  const response = await app.request('/v1/chat/completions', { method: 'POST', body })
  expect(response.status).toBe(413)
})

const declare = (count: number, parameters: object) =>
  Array.from({ length: count }, (_, index) => ({ type: 'function', function: { name: `t${index}`, parameters } }))
const wide = Object.fromEntries(Array.from({ length: 31_000 }, (_, index) => [`p${index}`, true]))

test.each([
  ['thousands of tools', declare(2001, { type: 'object' }), /more than 2000 tools/],
  ['a schema of tens of thousands of values', declare(1, { type: 'object', properties: wide }), /more than 30000 values/],
])('%s are refused in one sentence where they would have to be taught', async (_, tools, sentence) => {
  const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' } }))
  const body = JSON.stringify({ model: 'demo-scripted', messages: talk('x'), tools })
  const response = await app.request('/v1/chat/completions', { method: 'POST', body })
  expect(response.status).toBe(413)
  expect(await response.text()).toMatch(sentence)
})

const callOf = (count: number) => `<tool_call>\n{"name":"a","arguments":{"a":[${manyOf('{},', count)}0]}}\n</tool_call>`

const kindsOf = async (count: number) =>
  (await parseChatBody({ messages: talk('x', callOf(count), RESULT) })).messages.flatMap(({ parts: said }) =>
    said.map(({ type }) => type),
  )

test('a call of more values than a body may have is words', async () => {
  expect(await kindsOf(10)).toContain('tool-call')
  expect(await kindsOf(60_000)).not.toContain('tool-call')
})

/** Spellings that a pattern could try in every combination. */
const STUBBORN: Readonly<Record<string, (size: number) => string>> = {
  spaces: (size) => `<tool_response>\n${fill(' ', size)}`,
  brackets: (size) => `[a for 'b'] Result:\n${fill("[ for '", size)}`,
  'open brackets': (size) => `[a] Result:\n${fill('[', size)}`,
  colons: (size) => `<|im_system|>a<|im_middle|>## Return of functions.${fill(':', size)}`,
  'half an end': (size) => `<tool_result><id>1</id><content>${fill('</content>\n', size)}`,
  'ends with spaces': (size) => fill('<tool_result><id>1</id><content>a</content> </tool_result>', size),
  'open JSON': (size) => fill('{"tool_call_result":[', size),
  'lists of results': (size) => `[${fill('{"tool_call_id":"1","results":{"0":"a"}},', size)}`,
}

describe.each(Object.entries(STUBBORN))('a message of %s', (_, message) => {
  const tell = (size: number) => {
    const text = message(size)
    for (const dialect of dialects) readResults(dialect, text, 1)
  }

  test('is told from results in time that grows with it and no faster, in every dialect', { timeout: 60_000 }, () => {
    expect(growth(tell, 10_000)).toBeLessThan(PROPORTIONAL)
  })
})

const tellTag = (size: number) => {
  const text = `<tool_result ${fill('a', size)}></tool_result>`
  finished(readingPlainMessages(talk('x', CALL, text) as JsonObject[], [], undefined))
}

test('a tag with a word of many letters is told from a result in time that grows with it and no faster', () => {
  expect(growth(tellTag, 10_000)).toBeLessThan(PROPORTIONAL)
})

test('a result is found whatever stands around its words', () => {
  const cline = findDialect('cline-xml')!
  expect(
    readResults(cline, "[a for 'it's'] Result:\n[b for\n[c for 'x'] Result:\nout", 1)?.results.map(({ text }) => text),
  ).toEqual(['[b for', 'out'])
})
