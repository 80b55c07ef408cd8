import { dialects, findDialect } from '@parley/dialects'
import { growth, PROPORTIONAL } from '@parley/dialects/testing'
import { describe, expect, test } from 'vitest'
import { createPace, PIECE } from '../safety/pace.ts'
import { readResults } from '../spoken-results/read-results.ts'
import { parseChatBody } from './chat-body.ts'

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

test('others have their turn while a long conversation is read', async () => {
  let turns = 0
  let reading = true
  const look = () => {
    turns++
    if (reading) setImmediate(look)
  }
  look()
  await parseChatBody({ messages: HEAVY['many calls and as many results']?.(1_000_000) })
  reading = false
  expect(turns).toBeGreaterThan(1_000_000 / PIECE)
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
  test('is told from results in time that grows with it and no faster, in every dialect', { timeout: 60_000 }, () => {
    const tell = (size: number) => {
      const text = message(size)
      for (const dialect of dialects) readResults(dialect, text, 1)
    }
    expect(growth(tell, 10_000)).toBeLessThan(PROPORTIONAL)
  })
})

test('a result is found whatever stands around its words', () => {
  const cline = findDialect('cline-xml')!
  expect(
    readResults(cline, "[a for 'it's'] Result:\n[b for\n[c for 'x'] Result:\nout", 1)?.results.map(({ text }) => text),
  ).toEqual(['[b for', 'out'])
})
