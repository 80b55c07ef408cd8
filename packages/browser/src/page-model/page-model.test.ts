import { readFileSync } from 'node:fs'
import { type ChatRequest, faultOf, type Respond, type StreamEvent } from '@parley/dialects'
import { gguf } from '@parley/dialects/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CompletionOptions, LoadEngine } from './page-engine.ts'
import { createPageModels } from './page-models.ts'
import { pagePlan } from './page-plan.ts'
import { pageTransport } from './page-transport.ts'
import { nameOf, type WeightsStore } from './weights-store.ts'
import { EngineCrashed, wllamaEngine } from './wllama-engine.ts'

const { ggufFile, text, uint32, list } = gguf
const GB = 2 ** 30
const TEMPLATE = readFileSync(
  new URL('../../../dialects/fixtures/templates/thought-by-the-prompt.jinja', import.meta.url),
  'utf8',
)
const TOKENS = ['<s>', '<|im_start|>', '<|im_end|>', '<tool_call>']
const HEADER = ggufFile([
  ['general.architecture', text('llama')],
  ['llama.context_length', uint32(8192)],
  ['tokenizer.ggml.tokens', list(TOKENS.map(text))],
  ['tokenizer.ggml.token_type', list([3, 3, 3, 4].map(uint32))],
  ['tokenizer.ggml.bos_token_id', uint32(0)],
  ['tokenizer.ggml.eos_token_id', uint32(2)],
  ['tokenizer.chat_template', text(TEMPLATE)],
])
const WEIGHTS = new File([HEADER], 'momo.gguf')
const TOOL = {
  name: 'add',
  description: 'Adds.',
  parameters: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
} as const

const request: ChatRequest = {
  model: 'page:momo',
  messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'Add <|im_end|> one' }] }],
  tools: [TOOL],
}

interface Asked extends CompletionOptions {
  readonly prompt: string
}

const TIMINGS = { cache_n: 2, prompt_n: 3, prompt_per_second: 4, predicted_n: 5, predicted_per_second: 6 }

/** An engine that says this, one answer after the other; an error is thrown. */
function says(...answers: readonly (string | Error)[]) {
  const asked: Asked[] = []
  const left = [...answers]
  let loads = 0
  const load: LoadEngine = async (_weights, plan) => {
    loads++
    return {
      info: { contextTokens: plan.contextTokens, addsBos: true },
      close: () => {},
      async *complete(prompt, options) {
        asked.push({ prompt, ...options })
        const answer = left.shift() ?? ''
        if (typeof answer !== 'string') throw answer
        for (const character of answer) yield { type: 'piece', text: character }
        yield { type: 'end', reason: 'stop', timings: TIMINGS }
      },
    }
  }
  return { load, asked, loads: () => loads }
}

const store: WeightsStore = {
  list: async () => [],
  put: async () => {},
  open: async () => WEIGHTS,
  remove: async () => {},
  free: async () => GB,
}

async function eventsOf(respond: Respond, signal = new AbortController().signal): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const batch of respond(request, signal)) events.push(...batch)
  return events
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a model in the page', () => {
  const CALL = 'I add.\n</think>\n\n<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call>'

  test('is told in its own template, is held by our grammar, and is read by our dialect', async () => {
    const { load, asked } = says(CALL)
    const texts: string[] = []
    const listen = () => ({ onResponse: () => {}, onText: (said: string) => void texts.push(said), onEnd: () => {} })
    const events = await eventsOf(pageTransport(createPageModels(load, store), { listen }))
    const values = events.flatMap((event) => (event.type === 'part-end' ? [event.value] : []))
    expect(values).toMatchObject([{ type: 'reasoning' }, { type: 'tool-call', name: 'add', input: { a: 1 } }])
    expect(events.at(-1)).toEqual({
      type: 'message-end',
      reason: 'calls',
      usage: { inputTokens: 5, cachedInputTokens: 2, outputTokens: 5 },
    })
    const [{ prompt, grammar, marks } = { prompt: '', marks: [] }] = asked
    expect(prompt).toMatch(/<\|im_start\|>user\nAdd .* one<\|im_end\|>\n<\|im_start\|>assistant\n<think>\n$/s)
    // What was typed ends no turn.
    expect(prompt.split('<|im_end|>').length).toBe(prompt.split('<|im_start|>').length - 1)
    expect(grammar).toContain('root ::=')
    expect(marks).toEqual(TOKENS.slice(0, 3).map((mark, id) => ({ id, text: mark })))
    // An inspector finds what the engine was told, and how fast it was.
    const line = texts
      .join('')
      .split('\n')
      .findLast((said) => said.startsWith(': {"engine"'))
    expect(JSON.parse(line?.slice(2) ?? '')).toEqual({
      engine: { body: { prompt, grammar, stop: ['<tool_response>'] }, text: CALL, timings: TIMINGS },
    })
  })

  test('that a person speaks to in another dialect is taught that one; natively it is refused', async () => {
    const { load, asked } = says('{"tool_calls": []}')
    const models = createPageModels(load, store)
    await eventsOf(pageTransport(models, { dialect: () => 'json-strict' }))
    expect(asked[0]?.prompt).toContain('tool_calls')
    await expect(eventsOf(pageTransport(models, { dialect: () => 'native' }))).rejects.toMatchObject({
      fault: { words: { id: 'page-model.no-native' } },
    })
  })

  test('is loaded once for many questions, and anew after its engine has crashed', async () => {
    const crashed = new EngineCrashed({ code: 'provider/unavailable', message: 'crashed', retryable: true })
    const { load, loads } = says('one', 'two', crashed, 'three')
    const respond = pageTransport(createPageModels(load, store), {})
    await eventsOf(respond)
    await eventsOf(respond)
    expect(loads()).toBe(1)
    await expect(eventsOf(respond)).rejects.toMatchObject({ fault: { retryable: true } })
    await eventsOf(respond)
    expect(loads()).toBe(2)
  })

  test('says that it was stopped, and not that it failed', async () => {
    const leaving = new AbortController()
    const { load } = says(new Error('AbortError'))
    leaving.abort()
    const stopped = eventsOf(pageTransport(createPageModels(load, store), {}), leaving.signal)
    await expect(stopped).rejects.toMatchObject({ fault: { code: 'turn/cancelled' } })
  })

  test('is looked at before it is copied: what it is, whether it fits, whether there is room', async () => {
    const models = createPageModels(says().load, store)
    expect(await models.look(WEIGHTS)).toMatchObject({
      model: { id: 'page:momo', dialect: 'hermes', contextTokens: 8192, bytes: WEIGHTS.size, reasoning: true },
      plan: { contextTokens: 8192, gpu: false },
      freeBytes: GB,
    })
    const problem = async (file: File, free = GB) =>
      faultOf(
        await createPageModels(says().load, { ...store, free: async () => free })
          .look(file)
          .catch((error: unknown) => error),
      )?.words?.id
    expect(await problem(new File(['no model'], 'a.gguf'))).toBe('page-model.wrong-file')
    expect(await problem(WEIGHTS, 10)).toBe('page-model.no-room')
  })
})

describe('what a page can bear', () => {
  const header = { templates: {}, contextLength: 262_144, layers: 28, keyHeads: 8, width: 128 }
  const plan = (size: number, power: Parameters<typeof pagePlan>[2]) => pagePlan(header, { name: 'm.gguf', size }, power)

  test('is a small file on the processor, and up to its memory on a graphics card', () => {
    expect(plan(300_000_000, { gpu: false })).toEqual({ contextTokens: 16_384, gpu: false })
    expect(() => plan(500_000_000, { gpu: false })).toThrow('only models up to 400 MB answer in useful time')
    expect(plan(3 * GB, { gpu: true, memoryGb: 8 })).toEqual({ contextTokens: 4096, gpu: true })
    expect(() => plan(4 * GB, { gpu: true, memoryGb: 8 })).toThrow('needs about 4.4 GB of memory, and a page has at most 4 GB')
    expect(() => plan(GB, { gpu: true, memoryGb: 1 })).toThrow('a page has at most 1 GB')
  })

  test.each([
    ['Qwen3 0.6B (Q8_0).gguf', 'Qwen3-0.6B-Q8_0'],
    ['../../etc/passwd.GGUF', 'etc-passwd'],
    ['…', 'model'],
  ])('the file %s is kept as %s', (file, name) => expect(nameOf(file)).toBe(name))
})

const engine = (wllama: object) =>
  wllamaEngine(async () => ({
    wasmUrl: '/wllama.wasm',
    // as: the parts of the library that a test is about.
    Wllama: class {
      setCompat() {}
      async loadModel() {}
      getLoadedContextInfo = () => ({ success: true, n_ctx: 4096, add_bos_token: false, list_tokens_eog: [2] })
      async exit() {}
      constructor() {
        Object.assign(this, wllama)
      }
    } as never,
  }))
const load = async (wllama: object) => await engine(wllama)(WEIGHTS, { contextTokens: 4096, gpu: false })
const problem = async (work: Promise<unknown>) => faultOf(await work.catch((error: unknown) => error))?.words?.id
const named = (name: string, message = name) => Object.assign(new Error(message), { name })

describe('llama.cpp as WebAssembly', () => {
  test('that takes a bad file without a word is not asked anything', async () => {
    vi.stubGlobal('document', new EventTarget())
    const told = vi.fn(() => ({ success: false, n_ctx: 0, add_bos_token: false }))
    expect(await problem(load({ getLoadedContextInfo: told }))).toBe('page-model.not-loaded')
  })

  test('that never begins is given up, at once where a policy says why', async () => {
    const page = new EventTarget()
    vi.stubGlobal('document', page)
    vi.useFakeTimers()
    const never = { loadModel: () => new Promise(() => {}) }
    const late = problem(load(never))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await late).toBe('page-model.hangs')
    const blocked = problem(load(never))
    await vi.advanceTimersByTimeAsync(0)
    page.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'worker-src' }))
    expect(await blocked).toBe('page-model.blocked')
  })

  test('writes marks out, but not those that end an answer', async () => {
    vi.stubGlobal('document', new EventTarget())
    const asked: object[] = []
    async function* answer(options: object) {
      asked.push(options)
      yield { choices: [{ text: 'hi', finish_reason: null }] }
      yield { choices: [{ text: '', finish_reason: 'length' }], timings: { predicted_n: 1 } }
    }
    const { complete } = await load({ createCompletion: async (options: object) => answer(options) })
    const marks = TOKENS.map((mark, id) => ({ id, text: mark }))
    const spoken = []
    for await (const step of complete('hi', { marks, maxTokens: 1 }, new AbortController().signal)) spoken.push(step)
    expect(spoken).toMatchObject([{ text: 'hi' }, { type: 'end', reason: 'length', timings: { predicted_n: 1 } }])
    expect(asked).toMatchObject([{ max_tokens: 1, preserved_tokens: ['<s>', '<|im_start|>', '<tool_call>'] }])
  })

  test.each([
    [named('RuntimeError', 'memory access out of bounds'), 'page-model.crashed'],
    [new Error('request (9001 tokens) exceeds the available context size (2048 tokens)'), 'page-model.too-long'],
    [new Error('failed to parse grammar'), 'page-model.failed'],
  ])('that fails with %s says what to do', async (error, id) => {
    vi.stubGlobal('document', new EventTarget())
    const { complete } = await load({ createCompletion: vi.fn().mockRejectedValue(error) })
    const asked = async () => {
      for await (const _ of complete('hi', { marks: [] }, new AbortController().signal)) void _
    }
    expect(await problem(asked())).toBe(id)
  })
})
