import { readFileSync } from 'node:fs'
import { findDialect, validateInput } from '@parley/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAMILIES } from '../llama/families.ts'
import { scriptedModel } from '../llama/scripted-model.ts'
import { ensureEngine, type Served, scriptedFile, serve, weightsFile } from './engine-lab.ts'
import { ENDLESS, randomModel } from './random-model.ts'
import { JSON_STRICT } from './strict-family.ts'

beforeAll(ensureEngine, 600_000)

const EVAL = {
  type: 'function',
  function: {
    name: 'browser_js_eval',
    description: 'Runs JavaScript.',
    parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  },
}
const user = (content: string) => ({ role: 'user', content })

describe('a model that says its script', () => {
  for (const { title, script, dialect } of [...FAMILIES, JSON_STRICT])
    test(`calls and answers in ${dialect} (${title}), and the second turn is read from where the first ended`, async () => {
      const served = await serve(scriptedFile(script))
      try {
        const model = dialect === 'json-strict' ? `${script.name}@json-strict` : script.name
        const first = await (await served.chat({ model, messages: [user('Sum all primes below 1000')], tools: [EVAL] })).json()
        const [call] = first.choices[0].message.tool_calls
        expect(call.function.name).toBe('browser_js_eval')
        expect(JSON.parse(call.function.arguments).code).toContain('return sum')
        const result = { role: 'tool', tool_call_id: call.id, content: '76127' }
        const messages = [user('Sum all primes below 1000'), first.choices[0].message, result]
        const second = await (await served.chat({ model, messages, tools: [EVAL] })).json()
        expect(second.choices[0].message.content).toContain('add up to 76127')
        const { prompt_tokens, prompt_tokens_details } = second.usage
        expect(prompt_tokens_details.cached_tokens).toBeGreaterThan(0.5 * first.usage.prompt_tokens)
        expect(prompt_tokens_details.cached_tokens).toBeLessThan(prompt_tokens)
      } finally {
        await served.stop()
      }
    })
})

/** Random weights that always say their likeliest word go in circles; by chance they would come to an end. */
const endless = () => ({ model: 'random', messages: [user('talk')], max_tokens: 3500, temperature: 0, stream: true })

describe('one engine, asked in many ways', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve(weightsFile('random', randomModel('random', undefined, [], ENDLESS)))
  })
  afterAll(() => served.stop())

  test('two conversations are answered at once, and a third after them', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map(async (word) => {
        const body = { model: 'random', messages: [user(word)], max_tokens: 50, temperature: 0 }
        return await (await served.chat(body)).json()
      }),
    )
    for (const { usage, choices } of answers) {
      expect(usage.completion_tokens).toBe(50)
      expect(choices[0].finish_reason).toBe('length')
    }
  })

  test('the same seed says the same', async () => {
    const said: string[] = []
    for (let time = 0; time < 2; time++) {
      const response = await served.chat({ model: 'random', messages: [user('x')], max_tokens: 30, seed: 7 })
      said.push((await response.json()).choices[0].message.content)
    }
    expect(said[0]).toBe(said[1])
  })

  test('whoever leaves is not answered any further, and the next is answered at once', async () => {
    const leaving = new AbortController()
    const response = await served.chat(endless(), leaving.signal)
    await response.body?.getReader().read()
    leaving.abort()
    const next = await (await served.chat({ model: 'random', messages: [user('hi')], max_tokens: 5 })).json()
    expect(next.usage.completion_tokens).toBe(5)
  })

  test('an engine that is killed in the middle of an answer says so, and the next question starts it anew', async () => {
    const response = await served.chat(endless())
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    const { running } = await served.state()
    process.kill(running.pid, 'SIGKILL')
    let text = ''
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) text += piece.value
    expect(text).toContain('The engine that ran random has ended (SIGKILL) in the middle of its answer. Try again')
    const next = await (await served.chat({ model: 'random', messages: [user('again')], max_tokens: 5 })).json()
    expect(next.usage.completion_tokens).toBe(5)
    expect((await served.state()).running.pid).not.toBe(running.pid)
  })

  test('an answer is held to a schema', async () => {
    const schema = {
      type: 'object',
      properties: { room: { enum: ['kitchen', 'hall'] }, level: { type: 'integer' } },
      required: ['room', 'level'],
    }
    for (let seed = 1; seed <= 5; seed++) {
      const format = { type: 'json_schema', json_schema: { name: 'light', schema } }
      const body = { model: 'random', messages: [user('go')], response_format: format, seed }
      const { choices } = await (await served.chat(body)).json()
      expect(JSON.parse(choices[0].message.content)).toEqual({
        room: expect.stringMatching(/^(kitchen|hall)$/),
        level: expect.any(Number),
      })
    }
  })

  test('texts are embedded', async () => {
    const answer = await (await served.post('v1/embeddings', { model: 'random', input: ['one', 'two'] })).json()
    expect(answer.data.map(({ embedding }: { embedding: number[] }) => embedding.length)).toEqual([64, 64])
    expect(answer.data[0].embedding).not.toEqual(answer.data[1].embedding)
  })

  test('a conversation that is too long is refused with the numbers, and the next one is answered', async () => {
    const response = await served.chat({ model: 'random', messages: [user('long '.repeat(2000))] })
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toMatch(/has \d+ tokens, and the model reads 4096 at once here/)
    const next = await (await served.chat({ model: 'random', messages: [user('hi')], max_tokens: 5 })).json()
    expect(next.usage.completion_tokens).toBe(5)
  })

  test('native tools are refused by name: nobody would read the calls', async () => {
    const response = await served.chat({ model: 'random@native', messages: [user('hi')], tools: [EVAL] })
    expect((await response.json()).error.message).toContain('is spoken to in a dialect')
  })

  test('what it runs on is told, with reasons', async () => {
    const { running } = await served.state()
    expect(running).toMatchObject({ model: 'random', device: 'cpu', loading: 1, plan: { contextTokens: 4096, threads: 1 } })
    expect(running.plan.reasons.map(({ message }: { message: string }) => message)).toContain('1 threads, set by you')
  })
})

const good = () => randomModel('good')

describe('a file that cannot be run', () => {
  test.each([
    ['is truncated', () => good().subarray(0, good().length - 100_000), {}, 'is incomplete or damaged'],
    [
      'is of a kind that the engine does not know',
      () => Buffer.from(good().toString('latin1').replaceAll('llama', 'lxama'), 'latin1'),
      {},
      'does not know the kind of model in model.gguf (lxama)',
    ],
    [
      'needs more memory than there is',
      () => patched(good(), 'llama.context_length', 2_000_000_000),
      { PARLEY_CONTEXT: '2000000000' },
      'GB of memory',
    ],
  ])('because it %s is refused with what to do, and the server lives', async (_why, bytes, env, words) => {
    const served = await serve(weightsFile('model', bytes()), env)
    try {
      for (let time = 0; time < 2; time++) {
        const response = await served.chat({ model: 'model', messages: [user('hi')] })
        expect(response.status).toBe(400)
        expect((await response.json()).error.message).toContain(words)
      }
      expect((await fetch(`${served.url}health`)).status).toBe(200)
    } finally {
      await served.stop()
    }
  })
})

/** The same file with another number behind a key. */
function patched(file: Buffer, key: string, value: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32LE(value, copy.indexOf(key) + key.length + 4)
  return copy
}

const LIGHT = {
  name: 'set_light',
  description: 'Sets a light.',
  parameters: {
    type: 'object',
    properties: {
      room: { enum: ['kitchen', 'hall', 'garden house'] },
      on: { type: 'boolean' },
      level: { type: 'integer' },
      scenes: { type: 'array', items: { enum: ['day', 'night'] }, maxItems: 3 },
    },
    required: ['room', 'on'],
  },
} as const
const NOTE = {
  name: 'write_note',
  description: 'Writes a note.',
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 24 },
      tags: { type: 'array', items: { type: 'string', maxLength: 6 }, maxItems: 2 },
    },
    required: ['text'],
  },
} as const

/** How many answers each dialect is tried on. */
const EACH = 100

describe('random weights under our grammar', () => {
  const derived = FAMILIES.find(({ dialect }) => dialect === 'model-files')
  // Raw text between tags has no length that a grammar could hold random weights to.
  const cases = [
    ['json-strict', [LIGHT, NOTE]],
    ['hermes', [LIGHT, NOTE]],
    ['mistral', [LIGHT, NOTE]],
    ['qwen3-coder', [LIGHT]],
    ['model-files', [LIGHT, NOTE]],
  ] as const
  for (const [dialect, tools] of cases)
    test(`write ${EACH} of ${EACH} calls that can be read and fit their schema, in ${dialect}`, async () => {
      const isDerived = dialect === 'model-files'
      const template = isDerived ? derived?.script.template : undefined
      const special = ['<tool_call>', '</tool_call>', '[TOOL_CALLS]', '<|use|>', '<|/use|>']
      const served = await serve(weightsFile('random', randomModel('random', template, special)))
      try {
        if (!isDerived) expect(findDialect(dialect)).toBeDefined()
        const declared = tools.map((tool) => ({ type: 'function', function: tool }))
        const body = { messages: [user('go')], tools: declared, tool_choice: 'required', temperature: 1.2, max_tokens: 2000 }
        const used = new Set<string>()
        for (let seed = 1; seed <= EACH; seed++) {
          const response = await served.chat({ ...body, seed, model: isDerived ? 'random' : `random@${dialect}` })
          const answer = await response.json()
          const calls = answer.choices?.[0]?.message?.tool_calls ?? []
          expect(calls.length, JSON.stringify(answer)).toBeGreaterThan(0)
          for (const call of calls) {
            const tool = tools.find(({ name }) => name === call.function.name)
            expect(tool, JSON.stringify(answer)).toBeDefined()
            const problem = tool && validateInput(JSON.parse(call.function.arguments), tool.parameters)
            expect(problem, JSON.stringify(answer)).toEqual([])
            used.add(call.function.name)
          }
        }
        expect([...used].sort()).toEqual(tools.map(({ name }) => name))
      } finally {
        await served.stop()
      }
    }, 900_000)
})

test('the scripted files of these tests are no larger than a test may make', () => {
  for (const { script } of FAMILIES) expect(scriptedModel(script).length).toBeLessThan(4_000_000)
  expect(readFileSync(weightsFile('random', randomModel('random'))).length).toBeLessThan(2_000_000)
})
