import { type JsonObject, type Message, readAnswer, requireDialect } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { ask, callPart, createWorld, doublingTool, openTab, say } from '../../conversation/testing/open-tab.ts'
import type { Capsule } from '../capsule.ts'
import { parseCapsule } from '../capsule-schema.ts'
import { exportCapsule } from '../export-capsule.ts'
import { type TrainingFormat, trainingLines } from './training-lines.ts'

/** A call that the person changed, one that ran as it was, and an answer that was asked for again. */
async function recorded(): Promise<Capsule> {
  const world = createWorld()
  const script = [ask(callPart('double', { n: 1 }), callPart('double', { n: 2 }, 'call_2')), say('It is 40.')]
  const tab = await openTab(world, script)
  await tab.conversation.send('Double it.')
  await tab.allow(0)
  await tab.conversation.decide((await tab.stage('awaiting', 1)).key, { kind: 'edit', input: { n: 20 } })
  await tab.says('It is 40.')
  const exported = await exportCapsule({ storage: world.storage, threadId: 'thread', tools: [doublingTool(world).spec] })
  const read = parseCapsule(exported!.text)
  if (read.kind === 'invalid') throw new Error(read.problem)
  const { nodes } = read.capsule
  const last = nodes.at(-1)!
  const worse = { role: 'assistant', id: 'worse', parts: [{ type: 'text', text: 'Hm.' }] } as const
  return { ...read.capsule, nodes: [...nodes, { ...last, id: 'worse', order: -1, message: worse }] }
}

async function lines(format: TrainingFormat, dialect?: string) {
  const options = { format, ...(dialect !== undefined && { dialect: requireDialect(dialect) }) }
  const { chats, pairs } = trainingLines(await recorded(), options)
  return { chats: chats.map((line) => JSON.parse(line)), pairs: pairs.map((line) => JSON.parse(line)) }
}

const made = (n: number) => ({ function: { name: 'double', arguments: JSON.stringify({ n }) } })

describe('as Chat Completions has it', () => {
  test('a conversation is a line with its tools, and a call is what the person made of it', async () => {
    const { chats } = await lines('openai')
    expect(chats).toHaveLength(1)
    const [{ messages, tools }] = chats
    expect(tools).toMatchObject([{ function: { name: 'double' } }])
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
    expect(messages[1].tool_calls).toMatchObject([made(1), made(20)])
    expect(messages.at(-1).content).toBe('It is 40.')
    expect(JSON.stringify(messages)).not.toMatch(/chang|edit/i)
  })

  test('what was changed, and what was asked for again, is the worse one of a pair', async () => {
    const { pairs } = await lines('openai')
    expect(pairs).toHaveLength(2)
    const [edited, again] = pairs
    expect(edited.input.messages).toHaveLength(1)
    expect(edited.preferred_output).toMatchObject([{ tool_calls: [made(1), made(20)] }])
    expect(edited.non_preferred_output).toMatchObject([{ tool_calls: [made(1), made(2)] }])
    expect(again.preferred_output).toMatchObject([{ role: 'assistant', content: 'It is 40.' }])
    expect(again.non_preferred_output).toMatchObject([{ role: 'assistant', content: 'Hm.' }])
  })
})

test('as ShareGPT has it, turns say who speaks, and calls and results have turns of their own', async () => {
  const { chats, pairs } = await lines('sharegpt')
  const [{ conversations, tools }] = chats
  expect(conversations.map(({ from }: { from: string }) => from)).toEqual([
    'human',
    'function_call',
    'observation',
    'observation',
    'gpt',
  ])
  expect(JSON.parse(conversations[1].value)).toEqual([
    { name: 'double', arguments: { n: 1 } },
    { name: 'double', arguments: { n: 20 } },
  ])
  expect(JSON.parse(tools)).toHaveLength(1)
  expect(pairs[1]).toMatchObject({ chosen: { from: 'gpt', value: 'It is 40.' }, rejected: { from: 'gpt', value: 'Hm.' } })
})

test.each(['hermes', 'qwen3-coder', 'json-strict', 'llama3-json'])(
  'in %s the calls are written as its models write them, and read back the same',
  async (id) => {
    const { chats } = await lines('openai', id)
    const [{ messages, tools }] = chats
    expect(tools).toBeUndefined()
    expect(messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('double') })
    const written = messages.find(({ role }: { role: string }) => role === 'assistant').content as string
    const double = {
      name: 'double',
      description: '',
      parameters: { type: 'object', properties: { n: { type: 'number' } } },
    } as const
    const parts = readAnswer(written, { dialect: id, tools: [double] })
    const inputs = parts.flatMap((part): JsonObject[] => (part.type === 'tool-call' ? [part.input] : []))
    expect(inputs).toEqual([{ n: 1 }, { n: 20 }])
    for (const { role } of messages as readonly Message[]) expect(role).not.toBe('tool')
  },
)
