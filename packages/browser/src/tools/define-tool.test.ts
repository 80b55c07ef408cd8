import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMemoryFiles } from '../files/memory-files.ts'
import { toPath } from '../files/path.ts'
import { defineTool, toolOutput } from './define-tool.ts'
import { createExecutor } from './executor.ts'
import type { ToolContext } from './tool.ts'

const context = (signal: AbortSignal = new AbortController().signal): ToolContext => ({
  callId: 'key',
  language: 'en',
  onProgress: () => {},
  human: async (payload) => payload,
  signal,
})
const call = (input: Record<string, unknown>, name = 'order') =>
  ({ type: 'tool-call', id: 'c1', name, input: input as never }) as const

const order = defineTool({
  name: 'order',
  description: 'Orders things.',
  parameters: z.object({
    name: z.string().min(1).describe('What to order.'),
    amount: z.int().min(1).max(100).default(1).describe('How many.'),
    size: z.enum(['small', 'large']).optional(),
    notes: z.array(z.object({ text: z.string() })).optional(),
  }),
  effects: ({ name }) => [{ kind: 'write-files', path: `/${name}` }],
  preview: ({ name, amount }) => ({ message: `Order ${amount} × ${name}`, in: { zh: `订购 ${amount} 个 ${name}` } }),
  execute: ({ name, amount }) => ({ ordered: name, amount }),
})

describe('what the model is told', () => {
  test('the schema comes from Zod, with descriptions, and defaults are optional', () => {
    expect(order.spec.parameters).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string', description: 'What to order.' }, amount: { type: 'integer', default: 1 } },
      required: ['name'],
    })
    expect(order.spec.parameters).not.toHaveProperty('$schema')
  })

  test.each([
    [{}, '`name` is required and missing; it must be a string.'],
    [{ name: 7 }, '`name` must be a string, but 7 was given.'],
    [{ name: 'x', amount: 'three' }, '`amount` must be an integer, but the string "three" was given.'],
    [{ name: 'x', amount: 1.5 }, '`amount` must be an integer, but 1.5 was given.'],
    [{ name: 'x', amount: 0 }, '`amount` must be at least 1, but 0 was given.'],
    [{ name: 'x', size: 'huge' }, '`size` must be "small" or "large", but the string "huge" was given.'],
    [{ name: 'x', notes: [{ text: 'a' }, {}] }, '`notes[1].text` is required and missing; it must be a string.'],
    [{ name: 'x', notes: 'none' }, '`notes` must be a list, but the string "none" was given.'],
  ])('%j is answered with a sentence', (input, problem) => {
    expect(order.check(input as never)).toMatchObject({
      kind: 'invalid',
      problem,
      words: { id: expect.stringMatching(/^input\./) },
    })
  })

  test('arguments nobody knows are named where the schema is strict', () => {
    const strict = defineTool({ name: 's', description: '', parameters: z.strictObject({ a: z.string() }), execute: () => null })
    expect(strict.check({ a: 'x', b: 1 })).toMatchObject({ kind: 'invalid', problem: '`b` is no argument here; there are: a.' })
  })

  test('a plain slip in a type is mended, and what runs is what the effects were worked out from', () => {
    expect(order.check({ name: 'x', amount: '3' })).toEqual({ kind: 'valid', value: { name: 'x', amount: 3 } })
    expect(order.check({ name: 'x', notes: '[{"text":"a"}]' })).toMatchObject({ value: { notes: [{ text: 'a' }] } })
  })

  test('what only the page can say is said too', () => {
    const even = z.object({ n: z.int().refine((n) => n % 2 === 0, 'must be even') })
    const tool = defineTool({ name: 'e', description: '', parameters: even, execute: () => null })
    expect(tool.check({ n: 3 })).toEqual({ kind: 'invalid', problem: '`n`: must be even.' })
    expect(tool.check({ n: '4' })).toEqual({ kind: 'valid', value: { n: 4 } })
  })

  test('many problems do not become an essay', () => {
    const wide = defineTool({
      name: 'w',
      description: '',
      parameters: z.object(Object.fromEntries([...'abcdef'].map((key) => [key, z.string()]))),
      execute: () => null,
    })
    const checked = wide.check({})
    expect(checked.kind === 'invalid' && checked.problem).toMatch(/3 more of the kind/)
  })
})

describe('what the tool is given and gives', () => {
  test('defaults are filled in before effects, preview and execution', async () => {
    const checked = order.check({ name: 'tea' })
    expect(checked).toEqual({ kind: 'valid', value: { name: 'tea', amount: 1 } })
    if (checked.kind !== 'valid') return
    expect(order.effects(checked.value)).toEqual([{ kind: 'write-files', path: '/tea' }])
    expect(await order.preview(checked.value)).toEqual({
      sentence: { message: 'Order 1 × tea', in: { zh: '订购 1 个 tea' } },
    })
    expect(await order.run(checked.value, context())).toEqual({
      content: '{"ordered":"tea","amount":1}',
      data: { ordered: 'tea', amount: 1 },
    })
  })

  test('without declared effects a tool may do anything', () => {
    expect(defineTool({ name: 't', description: '', parameters: z.object({}), execute: () => null }).effects({})).toEqual([
      { kind: 'unknown' },
    ])
  })

  test.each([
    ['text', 'hello', { content: 'hello', data: 'hello' }],
    ['data that looks like an output', { content: 'x' }, { content: '{"content":"x"}', data: { content: 'x' } }],
    ['nothing', undefined, { content: 'Done.' }],
    ['null', null, { content: 'null', data: null }],
  ])('%s', async (_name, value, expected) => {
    const tool = defineTool({ name: 't', description: '', parameters: z.object({}), execute: () => value })
    expect(await tool.run({}, context())).toEqual(expected)
  })

  test('a shaped output may say one thing and show another', async () => {
    const tool = defineTool({
      name: 't',
      description: '',
      parameters: z.object({}),
      execute: () => toolOutput({ outcome: 'error', content: 'No.', display: [1] }),
    })
    expect(await tool.run({}, context())).toMatchObject({ outcome: 'error', content: 'No.', display: [1] })
  })
})

describe('the executor never throws', () => {
  const failing = defineTool({
    name: 'fail',
    description: '',
    parameters: z.object({}),
    execute: () => {
      throw new Error('The disk is full.')
    },
  })
  const stubborn = defineTool({
    name: 'stubborn',
    description: '',
    parameters: z.object({}),
    execute: () => new Promise<null>(() => {}),
  })
  const polite = defineTool({
    name: 'polite',
    description: '',
    parameters: z.object({}),
    execute: (_args, { signal }) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve(toolOutput({ outcome: 'cancelled', content: 'Half done.' }))),
      ),
  })
  const executor = createExecutor([order, failing, stubborn, polite])

  test.each(['nope', '__proto__', 'constructor', 'toString'])('a tool named %s is not found', async (name) => {
    const result = await executor.execute(call({}, name), context())
    expect(result).toMatchObject({ callId: 'c1', name, outcome: 'error' })
    expect(result.content).toEqual([
      { type: 'text', text: `There is no tool named "${name}". Available tools: order, fail, stubborn, polite.` },
    ])
  })

  test('wrong arguments, an error inside, and success', async () => {
    expect(await executor.execute(call({}), context())).toMatchObject({ outcome: 'error' })
    expect(await executor.execute(call({}, 'fail'), context())).toMatchObject({
      outcome: 'error',
      content: [{ text: 'The tool failed: The disk is full.' }],
    })
    expect(await executor.execute(call({ name: 'tea' }), context())).toMatchObject({
      outcome: 'ok',
      data: { ordered: 'tea', amount: 1 },
    })
  })

  test('stopping ends also a tool that does not listen, and keeps what a polite one has so far', async () => {
    const stop = new AbortController()
    const [stubbornly, politely] = [
      executor.execute(call({}, 'stubborn'), context(stop.signal)),
      executor.execute(call({}, 'polite'), context(stop.signal)),
    ]
    stop.abort()
    expect(await politely).toMatchObject({ outcome: 'cancelled', content: [{ text: 'Half done.' }] })
    expect(await stubbornly).toMatchObject({
      outcome: 'cancelled',
      content: [{ text: expect.stringContaining('The user stopped this call') }],
    })
    expect(await executor.execute(call({ name: 'tea' }), context(stop.signal))).toMatchObject({ outcome: 'cancelled' })
  })

  test('a time limit says so', async () => {
    expect(
      await executor.execute(call({ name: 'tea' }), context(AbortSignal.abort(new DOMException('late', 'TimeoutError')))),
    ).toMatchObject({
      content: [{ text: expect.stringContaining('ran out of time') }],
    })
  })

  test('the files of the page are handed to every tool', async () => {
    const files = createMemoryFiles()
    const save = defineTool({
      name: 'save',
      description: '',
      parameters: z.object({}),
      execute: async (_args, { files: given, callId }) => {
        await given?.write(toPath('/a.txt'), 'hello', { actor: 'model', call: callId })
      },
    })
    await createExecutor([save], { files }).execute(call({}, 'save'), context())
    expect((await files.read(toPath('/a.txt'), { actor: 'user' })).data).toBe('hello')
  })

  test('two tools of the same name are a mistake that is found at once', () => {
    expect(() => createExecutor([order, order])).toThrow('Two tools are named "order".')
  })
})
