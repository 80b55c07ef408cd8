import { type ChatRequest, collectMessage, plainText, type Respond, type StreamEvent } from '@parley/dialects'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryGrants } from '../approval/grants.ts'
import { housePolicy } from '../approval/policy.ts'
import { hashCall, memoryLedger } from '../ledger/ledger.ts'
import { defineTool } from '../tools/define-tool.ts'
import { createExecutor } from '../tools/executor.ts'
import { runTurn, type TurnOptions } from './run-turn.ts'
import { scriptedRespond } from './scripted-respond.ts'
import type { TurnEnd, TurnEvent } from './turn-event.ts'

const add = defineTool({
  name: 'add',
  description: 'Adds.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  effects: [{ kind: 'run-code' }],
  preview: ({ a, b }) => `Add ${a} and ${b}`,
  async execute({ a, b }, { onProgress }) {
    onProgress({ level: 'log', text: 'adding' })
    return a + b
  },
})
const call = { type: 'tool-call', id: 'call_1', name: 'add', input: { a: 2, b: 3 } } as const
const request: ChatRequest = { model: 'demo', messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: '2 + 3?' }] }] }

function options(more: Partial<TurnOptions> = {}): TurnOptions {
  let ids = 0
  return {
    threadId: 't',
    respond: scriptedRespond([{ parts: [call] }, { parts: [{ type: 'text', text: 'It is 5.' }] }]),
    executor: createExecutor([add]),
    policy: housePolicy(),
    ledger: memoryLedger(),
    grants: memoryGrants(),
    mode: () => 'ask',
    language: () => 'en',
    owner: 'node',
    newId: () => `id-${++ids}`,
    now: () => 0,
    ...more,
  }
}

async function live(
  turn: AsyncGenerator<readonly TurnEvent[], TurnEnd>,
): Promise<{ events: readonly TurnEvent[]; end: TurnEnd }> {
  const events: TurnEvent[] = []
  for (;;) {
    const step = await turn.next()
    if (step.done) return { events, end: step.value }
    expect(step.value.length).toBeGreaterThan(0)
    events.push(...step.value)
  }
}

const mistaken: Respond = () => {
  throw new TypeError('a bug')
}

const run = (given: TurnOptions, asked = request, signal = new AbortController().signal) => live(runTurn(asked, given, signal))

test('a whole turn in Node, with an approver instead of a card', async () => {
  const asked: string[] = []
  const { events, end } = await run(
    options({
      approve: async (record, preview) => {
        asked.push(typeof preview.sentence === 'string' ? preview.sentence : preview.sentence.message)
        return { kind: 'allow', hash: record.hash, by: 'person' }
      },
    }),
  )
  expect(end).toEqual({ kind: 'done' })
  expect(asked).toEqual(['Add 2 and 3'])
  const said = events.flatMap((event) => (event.type === 'message' ? [event.message] : []))
  expect(said.map((message) => message.role)).toEqual(['assistant', 'tool', 'assistant'])
  expect(said[1]).toMatchObject({ id: 'id-1.results', parts: [{ callId: 'call_1', outcome: 'ok', data: 5 }] })
  expect(events.filter((event) => event.type === 'call-progress')).toMatchObject([{ line: { text: 'adding' } }])
  const phases = events.flatMap((event) => (event.type === 'call-change' ? [event.record.phase] : []))
  expect(phases.filter((phase, index) => phase !== phases[index - 1])).toEqual(['pending', 'claimed', 'running', 'settled'])
})

test('without an approver it returns what waits, and is taken up by running it again', async () => {
  const given = options()
  const first = await run(given)
  expect(first.end).toEqual({ kind: 'waiting', keys: ['id-1#0'] })
  await given.ledger.change(
    ['id-1#0'],
    ([record]) => record && [{ ...record, version: 9, decision: { kind: 'allow', hash: record.hash, by: 'person' } }],
  )
  const said = first.events.flatMap((event) => (event.type === 'message' ? [event.message] : []))
  const second = await run(given, { ...request, messages: [...request.messages, ...said] })
  expect(second.end).toEqual({ kind: 'done' })
})

test('arguments that are not the approved ones do not run', async () => {
  const { events } = await run(options({ approve: async () => ({ kind: 'allow', hash: 'something else', by: 'person' }) }))
  const results = events.flatMap((event) =>
    event.type === 'message' && event.message.role === 'tool' ? event.message.parts : [],
  )
  expect(plainText(results[0]!)).toContain('not the ones that were approved')
  expect(events.some((event) => event.type === 'call-progress')).toBe(false)
})

test('a turn that another tab has overtaken sends nothing', async () => {
  const given = options({ mode: () => 'auto' })
  const change = given.ledger.change
  let requests = 0
  const { end } = await run({
    ...given,
    respond: (asked, signal) => {
      requests++
      return given.respond(asked, signal)
    },
    ledger: {
      ...given.ledger,
      change: async (keys, step) => {
        const [record] = await Promise.all(keys.map((key) => given.ledger.read(key)))
        if (record?.phase === 'settled' && !record.sentIn)
          await change(keys, (records) => records.map((each) => ({ ...each, sentIn: 'elsewhere' })))
        return await change(keys, step)
      },
    },
  })
  expect(end).toEqual({ kind: 'overtaken' })
  expect(requests).toBe(1)
})

describe('when the answer fails', () => {
  const start: readonly StreamEvent[] = [
    { type: 'message-start', messageId: 'm', model: 'demo' },
    { type: 'part-start', part: 0, kind: 'tool-call', callId: 'c', name: 'add' },
    { type: 'part-delta', part: 0, text: '{"a":2,"b":3}' },
  ]
  const endings: readonly [string, Respond][] = [
    [
      'it just stops',
      async function* () {
        yield start
      },
    ],
    [
      'a fault comes',
      async function* () {
        yield start
        yield [{ type: 'fault', fault: { code: 'provider/unavailable', message: 'Gone.', retryable: true } }]
      },
    ],
  ]
  test.each(endings)('%s: half a call is kept and does not run', async (_name, respond) => {
    const { events, end } = await run(options({ respond, mode: () => 'auto' }))
    expect(end).toEqual({ kind: 'faulted' })
    expect(events.filter((event) => event.type === 'fault')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'message', notes: { cut: true }, message: { parts: [{ type: 'broken-call' }] } })
    expect(events.some((event) => event.type === 'call-change')).toBe(false)
  })

  test('our own mistakes are not faults: they are thrown', async () => {
    await expect(run(options({ respond: mistaken }))).rejects.toThrow('a bug')
  })

  test('stopping in the middle keeps the words and waits', async () => {
    const stop = new AbortController()
    const respond: Respond = async function* () {
      yield [
        { type: 'message-start', messageId: 'm', model: 'demo' },
        { type: 'part-start', part: 0, kind: 'text' },
      ]
      yield [{ type: 'part-delta', part: 0, text: 'It is' }]
      stop.abort()
      yield [{ type: 'part-delta', part: 0, text: ' a' }]
    }
    const { events, end } = await run(options({ respond }), request, stop.signal)
    expect(end).toEqual({ kind: 'stopped' })
    expect(events.some((event) => event.type === 'fault')).toBe(false)
    expect(events.at(-1)).toMatchObject({ message: { parts: [{ text: 'It is a' }] }, notes: { cut: true } })
  })
})

test('law: whatever becomes of the calls, each has exactly one result, in the order written', async () => {
  const failing = defineTool({
    name: 'fail',
    description: '',
    parameters: z.object({}),
    effects: [{ kind: 'run-code' }],
    execute: () => {
      throw new Error('no')
    },
  })
  const fates = {
    allowed: { part: call, outcome: 'ok' },
    edited: { part: call, outcome: 'ok' },
    rejected: { part: call, outcome: 'denied' },
    invalid: { part: { ...call, input: { a: 'x' } }, outcome: 'error' },
    unknown: { part: { ...call, name: 'nope' }, outcome: 'error' },
    failing: { part: { ...call, name: 'fail', input: {} }, outcome: 'error' },
  } as const
  const fate = fc.constantFrom(...(Object.keys(fates) as (keyof typeof fates)[]))
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 6 }), fc.boolean(), async (kinds, isSameId) => {
      const parts = kinds.map((kind, index) => ({ ...fates[kind].part, id: isSameId ? 'call_1' : `call_${index}` }))
      const { events, end } = await run(
        options({
          respond: scriptedRespond([{ parts }, { parts: [{ type: 'text', text: 'Done.' }] }]),
          executor: createExecutor([add, failing]),
          policy: housePolicy({ maxRepeats: 99 }),
          approve: async (record) => {
            const kind = kinds[record.position]
            if (kind === 'rejected') return { kind: 'reject', resume: true, by: 'person' }
            if (kind !== 'edited') return { kind: 'allow', hash: record.hash, by: 'person' }
            const input = { a: 1, b: 1 }
            return { kind: 'edit', input, hash: await hashCall({ name: 'add', input }), by: 'person' }
          },
        }),
      )
      expect(end).toEqual({ kind: 'done' })
      const messages = events.flatMap((event) =>
        event.type === 'message' && event.message.role === 'tool' ? [event.message] : [],
      )
      expect(messages).toHaveLength(1)
      expect(messages[0]?.parts.map(({ callId, name, outcome }) => ({ callId, name, outcome }))).toEqual(
        kinds.map((kind, index) => ({ callId: parts[index]?.id, name: parts[index]?.name, outcome: fates[kind].outcome })),
      )
    }),
    { numRuns: 60 },
  )
})

test('the scripted responder tells the same answer however it is cut', async () => {
  for (const pieceSize of [1, 3, 100]) {
    const events: StreamEvent[] = []
    for await (const batch of scriptedRespond([{ parts: [call] }], { pieceSize })(request, new AbortController().signal))
      events.push(...batch)
    expect(collectMessage(events)).toMatchObject({ message: { parts: [call] }, reason: 'calls' })
  }
})
