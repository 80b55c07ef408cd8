import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatRequest } from '../canonical/message.ts'
import type { SpokenPart } from '../canonical/part.ts'
import type { PartEvent, StreamEvent } from '../canonical/stream-event.ts'
import { dialects } from '../registry.generated.ts'
import { fixtureTools } from '../testing/fixture-tools.ts'
import { deltaFault } from '../testing/laws.ts'
import { withLeakNet } from './with-leak-net.ts'

const CALL = '<invoke name="find_book">\n<parameter name="title">Momo</parameter>\n</invoke>'
const REQUEST: ChatRequest = { model: 'm', messages: [], tools: fixtureTools }

const text = (pieces: readonly string[], part = 0): StreamEvent[] => [
  { type: 'part-start', part, kind: 'text' },
  ...pieces.map((piece) => ({ type: 'part-delta', part, text: piece }) as const),
  { type: 'part-end', part, value: { type: 'text', text: pieces.join('') } },
]
const native = (title: string, part: number): StreamEvent[] => [
  { type: 'part-start', part, kind: 'tool-call', callId: 'native', name: 'find_book' },
  { type: 'part-delta', part, text: JSON.stringify({ title }) },
  { type: 'part-end', part, value: { type: 'tool-call', id: 'native', name: 'find_book', input: { title } } },
]

async function caught(events: readonly StreamEvent[], request: Partial<ChatRequest> = {}): Promise<readonly StreamEvent[]> {
  const whole: StreamEvent[] = [
    { type: 'message-start', messageId: 'a', model: 'm' },
    ...events,
    { type: 'message-end', reason: 'done' },
  ]
  const respond = withLeakNet()(async function* () {
    for (const event of whole) yield [event]
  })
  const out: StreamEvent[] = []
  for await (const batch of respond({ ...REQUEST, ...request }, new AbortController().signal)) out.push(...batch)
  return out
}
const partsOf = (events: readonly StreamEvent[]): readonly SpokenPart[] =>
  events.flatMap((event) => (event.type === 'part-end' ? [event.value] : []))
/** Words that come without a piece before their end. */
const saidWhole = async (words: string) => {
  const [begin, end] = text([words]).filter(({ type }) => type !== 'part-delta')
  return partsOf(await caught(begin && end ? [begin, end] : []))
}

const said = async (words: string, request: Partial<ChatRequest> = {}) => partsOf(await caught(text([words]), request))

describe('a call that leaks into the text of a native answer', () => {
  test.each([
    ['a bare element', CALL],
    ['brackets', '[TOOL_CALL]{"name": "find_book", "arguments": {"title": "Momo"}}[/TOOL_CALL]'],
    ['arrows', '[TOOL_CALL]\n{tool => "find_book", args => { --title "Momo" }}\n[/TOOL_CALL]'],
    ...dialects
      .filter(
        ({ id, signs }) => signs?.(fixtureTools).length !== 0 && !['fenced-json', 'gemma3', 'cohere-command-r-plus'].includes(id),
      )
      .map((dialect) => [dialect.id, dialect.formatCalls([{ id: 'c', name: 'find_book', input: { title: 'Momo' } }])]),
  ])('is a call, and says that it leaked: %s', async (_form, call) => {
    const parts = await said(`I look.\n${call}`)
    expect(parts.filter(({ type }) => type === 'tool-call')).toMatchObject([
      { name: 'find_book', input: { title: 'Momo' }, flaws: expect.arrayContaining([expect.objectContaining({ id: 'leaked' })]) },
    ])
  })

  test('ends the answer as calls do, and the words around it stay', async () => {
    const events = await caught(text(['I look. ', CALL.slice(0, 20), CALL.slice(20), ' Wait.']))
    expect(partsOf(events)).toMatchObject([
      { type: 'text', text: 'I look. ' },
      { type: 'tool-call', name: 'find_book' },
      { type: 'text', text: ' Wait.' },
    ])
    expect(events.at(-1)).toEqual({ type: 'message-end', reason: 'calls' })
  })

  test('counts once where the same call comes natively too', async () => {
    const parts = partsOf(await caught([...text([CALL]), ...native('Momo', 1), ...native('Jim', 2)]))
    expect(parts).toMatchObject([
      { input: { title: 'Momo' }, flaws: [{}, { id: 'leaked' }] },
      { id: 'native', input: { title: 'Jim' } },
    ])
  })

  test('is one at most where one call was asked for', async () => {
    const parts = await said(`${CALL}\n${CALL}`, { parallelCalls: false })
    expect(parts.filter(({ type }) => type === 'tool-call')).toHaveLength(1)
    expect(parts.at(-1)).toMatchObject({ type: 'text', text: expect.stringContaining('<invoke') })
  })
})

describe('everything else stays the text that it was', () => {
  test.each([
    ['a tool that nobody offers', CALL.replaceAll('find_book', 'rm')],
    ['a tool that nobody offers, in JSON', '<tool_call>{"name": "rm", "arguments": {}}</tool_call>'],
    ['a fence', `Write:\n\`\`\`xml\n${CALL}\n\`\`\``],
    ['a fence with words behind it', `Write:\n\`\`\`xml\n${CALL}\n\`\`\`\nThen wait.`],
    ['a fence that a dialect lives in', '```tool_call\n{"name": "find_book", "arguments": {"title": "Momo"}}\n```'],
    ['inline code', `Write \`${CALL.replaceAll('\n', '')}\`.`],
    ['a thought', `<think>I could write ${CALL}</think>No.`],
    ['a thought that is not closed', `<think>I could write <tool_call>{"name": "ping", "arguments": {}}</tool_call>`],
    ['a call that breaks off', `<tool_call>{"name": "write_file", "arguments": {"path": "/a`],
    ['a call that cannot be read', `<tool_call>{"name": "write_file", "arguments": {path}}</tool_call>`],
    ['a sentence with JSON in it', 'You could answer with {"name": "ping", "arguments": {}} but I will not.'],
    ['special tokens', 'It ends with <|im_end|> or with </s>, and <response> is a tag.'],
    ['white space', '  \n\n a \n '],
  ])('%s', async (_what, words) => {
    const parts = await said(words)
    expect(parts).toEqual([{ type: 'text', text: words }])
  })

  test('where no tool may be called, or the answer has a shape of its own', async () => {
    const extras = { format: 'openai-chat', fields: {}, shape: 'response_format' }
    for (const request of [{ toolChoice: 'none' }, { tools: [] }, { extras }] as const)
      expect(await said(CALL, request)).toEqual([{ type: 'text', text: CALL }])
  })

  test('words that come whole, without a piece before, are not lost, and a call in them is one', async () => {
    expect(await saidWhole('Hello.')).toEqual([{ type: 'text', text: 'Hello.' }])
    expect(await saidWhole(`I look.\n${CALL}`)).toMatchObject([{ type: 'text' }, { type: 'tool-call', name: 'find_book' }])
  })

  test('words are passed on while they come', async () => {
    const events = await caught(text(['One ', 'two < three ', 'four.']))
    expect(events.flatMap((event) => (event.type === 'part-delta' ? [event.text] : []))).toEqual([
      'One ',
      'two < three ',
      'four.',
    ])
  })
})

test('law: texts and sources joined are the answer, character for character, wherever it is cut', async () => {
  const pieces = fc.constantFrom(
    CALL,
    ...CALL.split('\n'),
    '`',
    '```\n',
    '<think>',
    '</think>',
    '<tool_call>',
    '{"name": "ping"',
    '}',
    ' a ',
    '\n',
    '<|im_end|>',
    '[TOOL_CALL]',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 8 }), fc.array(fc.nat(400), { maxLength: 6 }), async (words, cuts) => {
      const whole = words.join('')
      const places = [...cuts.map((cut) => cut % (whole.length + 1)), whole.length].toSorted((a, b) => a - b)
      const chunks = places.map((place, index) => whole.slice(places[index - 1] ?? 0, place)).filter(Boolean)
      const events = await caught(text(chunks))
      const parts = partsOf(events)
      expect(parts.map((part) => (part.type === 'tool-call' ? part.source : 'text' in part ? part.text : '?')).join('')).toBe(
        whole,
      )
      expect(deltaFault(events.filter((event): event is PartEvent => 'part' in event))).toBeUndefined()
      expect(parts).toEqual(await said(whole))
    }),
    { numRuns: 300 },
  )
})
