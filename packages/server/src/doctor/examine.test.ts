import { findDialect } from '@parley/dialects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSpeechRecords } from '../choosing/choose-speech.ts'
import { createCatalog, type FoundModel } from '../model-catalog.ts'
import { createProvider } from '../providers/create-provider.ts'
import { able, examinedModel, type Persona, textOnly } from '../testing/examined-model.ts'
import { startUpstream, type Upstream } from '../testing/upstream.ts'
import { type Card, cardText, parseCard } from './card.ts'
import { type ExamineOptions, examine, type Progress, planFor } from './examine.ts'
import { reportOn } from './report.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())
beforeEach(() => upstream.bodies.splice(0))

/** What the model was asked, without what its server was asked of its models. */
const questions = () => upstream.bodies.filter((body) => body !== '')

const patience = { first: 60_000, next: 60_000 }
const parts = { fetch: (url: string, init: RequestInit) => fetch(url, init), patience, newId: () => crypto.randomUUID() }

async function found(model: string | object = 'house-model'): Promise<FoundModel> {
  const models = [typeof model === 'string' ? { id: model } : model] as { id: string }[]
  const provider = createProvider(
    { id: 'lab', kind: 'openai-compatible', url: upstream.url, key: 'secret-key-of-the-lab', models },
    parts,
  )
  const catalog = createCatalog({ providers: [provider], records: createSpeechRecords(), now: Date.now })
  return await catalog.find(models[0]?.id ?? '', undefined)
}

async function examined(persona: Persona, options: Partial<ExamineOptions> = {}, model?: string | object): Promise<Card> {
  upstream.behave(examinedModel(persona))
  return await examine(await found(model), { signal: new AbortController().signal, ...options })
}

const candidate = (card: Card, choice: string) => card.candidates.find((one) => one.choice === choice)
const foundIn = (card: Card, choice: string) => [
  ...new Set(candidate(card, choice)?.probes.flatMap(({ verdict }) => verdict.found)),
]
const verdicts = (card: Card, choice: string) =>
  Object.fromEntries(candidate(card, choice)?.probes.map((probe) => [probe.case, probe.verdict.right]) ?? [])

/** Reads the card as somebody else would: from its text, without the model. */
async function replayed(card: Card) {
  upstream.bodies.splice(0)
  const report = await reportOn(parseCard(cardText(card)))
  expect(questions()).toEqual([])
  return report
}

const spoken = (text: (text: string) => string): Persona =>
  textOnly((meant, asked) => {
    const said = able(meant, asked)
    return meant.calls.length > 0 && !meant.shown ? { text: text(said.text ?? '') } : said
  })

const thinks: Persona = (meant, asked) => {
  const said = able(meant, asked)
  return said.text === undefined ? said : { text: `Let me see.</think>${said.text}` }
}

describe('a model without a fault', () => {
  test('is recommended as its server calls natively, after one way was tried', async () => {
    const card = await examined(able)
    expect(card.recommendation).toEqual({
      choice: 'native',
      native: true,
      reasoning: false,
      startsInReasoning: false,
      right: 7,
      asked: 7,
    })
    expect(card).toMatchObject({ ended: 'perfect', left: ['json-strict', 'hermes', 'canonical-xml'], cost: { requests: 8 } })
    expect(questions()).toHaveLength(8)
    const report = await replayed(card)
    expect(report).toMatchObject({ holds: true, reason: { words: { id: 'doctor.because.perfect' } } })
    expect(report.candidates.map(({ score }) => score)).toEqual([100])
  })

  test('whose name is known is asked in the dialect of that name before others', async () => {
    const card = await examined(textOnly(able), {}, 'Mistral-7B-Instruct-v0.3')
    expect(card.candidates.map(({ choice, why, ended }) => [choice, why, ended])).toEqual([
      ['native', 'native', 'broken'],
      ['mistral', 'name', 'done'],
    ])
    expect(card.recommendation).toMatchObject({ choice: 'mistral', native: false })
    expect(questions()).toHaveLength(9)
  })

  test('that only calls natively and cannot be taught is spoken to natively', async () => {
    const card = await examined((meant, asked) =>
      asked.dialect && meant.calls.length > 0 ? { text: 'I cannot do that.' } : able(meant, asked),
    )
    expect(card.recommendation?.choice).toBe('native')
  })

  test('that thinks aloud is known to, also where only the end of its thought is marked', async () => {
    const card = await examined(textOnly(thinks))
    expect(card.recommendation).toMatchObject({ choice: 'json-strict', reasoning: true, startsInReasoning: true, right: 7 })
    expect((await replayed(card)).holds).toBe(true)
  })
})

interface Expected {
  readonly model?: string
  readonly choice: string
  readonly found: readonly string[]
  readonly recommended: string | undefined
}

describe('a fault is found, the choice is right, and the card says the same when it is read again', () => {
  const cases: readonly (readonly [string, Persona, Expected])[] = [
    [
      'drops what closes its calls',
      spoken((text) => text.replace(/<\/tool_call>\s*$/, '')),
      { model: 'Qwen3-8B', choice: 'hermes', found: ['closing-mark-missing'], recommended: 'json-strict' },
    ],
    [
      'leaks text around its calls',
      spoken((text) => `Sure, I will do that.\n${text}`),
      { choice: 'json-strict', found: ['text-around'], recommended: 'json-strict' },
    ],
    [
      'breaks characters beyond ASCII in JSON alone',
      spoken((text) => (text.startsWith('{') ? text.replaceAll(/\P{ASCII}/gu, '?') : text)),
      { choice: 'json-strict', found: ['unicode'], recommended: 'hermes' },
    ],
    [
      'calls when nothing asks for it, natively',
      (meant, asked) => {
        const eager = !asked.dialect && meant.calls.length === 0
        return eager ? { calls: [{ id: 'c', name: 'get_weather', input: { city: 'Oslo' } }] } : able(meant, asked)
      },
      { choice: 'native', found: ['calls-unasked', 'calls-again'], recommended: 'json-strict' },
    ],
    [
      'calls what it should only show',
      (meant, asked) => (meant.shown && !asked.dialect ? { calls: meant.calls } : able(meant, asked)),
      { choice: 'native', found: ['runs-shown'], recommended: 'json-strict' },
    ],
    [
      'writes its calls as text although they are offered natively',
      (meant, asked) => {
        const leaks = !asked.dialect && meant.calls.length > 0 && !meant.shown
        return leaks
          ? {
              text: meant.calls
                .map(({ name, input }) => `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`)
                .join('\n'),
            }
          : able(meant, asked)
      },
      { choice: 'native', found: ['leaked'], recommended: 'json-strict' },
    ],
    [
      'makes one call where two are asked for',
      textOnly((meant, asked) =>
        able(asked.dialect?.id === 'canonical-xml' ? meant : { ...meant, calls: meant.calls.slice(0, 1) }, asked),
      ),
      { choice: 'hermes', found: ['too-few'], recommended: 'canonical-xml' },
    ],
    [
      'changes code that it is to pass on, in JSON',
      spoken((text) => (text.startsWith('{') ? text.replaceAll('count(', 'tally(') : text)),
      { choice: 'json-strict', found: ['code'], recommended: 'hermes' },
    ],
    [
      'cannot be taught and takes no tools',
      textOnly((meant) => ({ text: meant.text || 'The weather is fine.' })),
      { choice: 'json-strict', found: ['no-call'], recommended: undefined },
    ],
  ]
  test.each(cases)('%s', async (_title, persona, expected) => {
    const card = await examined(persona, {}, expected.model)
    expect(foundIn(card, expected.choice)).toEqual(expected.found)
    expect(card.recommendation?.choice).toBe(expected.recommended)
    const report = await replayed(card)
    expect(report.holds).toBe(true)
    expect(report.recommendation).toEqual(card.recommendation)
    for (const one of report.candidates.flatMap(({ found: all }) => all)) expect(one.words, one.message).toBeDefined()
  })
})

describe('what the world does', () => {
  test('a server that dies is asked four times and no more, and nothing is recommended', async () => {
    const card = await examined(() => ({ dies: true }))
    // A broken connection is tried once more by itself.
    expect(card).toMatchObject({ ended: 'unreachable', recommendation: null, cost: { requests: 4 } })
    const report = await replayed(card)
    expect(report.reason.message).toContain('failed, so nothing is recommended')
    expect(report.candidates[0]?.found.map(({ id }) => id)).toEqual(['unreachable'])
  })

  test('a server that dies half-way leaves what was found before, and recommends nothing', async () => {
    let asked = 0
    const card = await examined((meant, question) => (++asked > 4 ? { status: 503 } : able(meant, question)))
    expect(card).toMatchObject({ ended: 'unreachable', recommendation: null })
    expect(verdicts(card, 'native')).toMatchObject({
      call: 'right',
      whole: 'right',
      unicode: 'right',
      two: 'right',
      code: 'failed',
    })
  })

  test('a server that never answers is given up after two ways', async () => {
    const card = await examined(() => ({ hangs: true }), { budget: { answerMs: 40 } })
    expect(card).toMatchObject({ ended: 'slow', recommendation: null, cost: { requests: 2 } })
    expect(questions()).toHaveLength(2)
    expect((await replayed(card)).reason.words.id).toBe('doctor.because.slow')
  })

  test('a server that never ends is not listened to for ever', async () => {
    const card = await examined(() => ({ text: 'word '.repeat(200_000) }))
    expect(card.recommendation).toBeNull()
    expect(cardText(card).length).toBeLessThan(1_000_000)
    expect(verdicts(card, 'native')['call']).toBe('wrong')
  })

  test('an abort ends it at once, and nothing more is asked', async () => {
    const leaving = new AbortController()
    const work = examined(able, { signal: leaving.signal, onProgress: ({ done }) => done === 3 && leaving.abort() })
    await expect(work).rejects.toThrow('aborted')
    expect(questions().length).toBeLessThanOrEqual(3)
  })

  test('an abort does not wait for a server that is silent', async () => {
    const leaving = new AbortController()
    upstream.behave(() => leaving.abort())
    await expect(examine(await found(), { signal: leaving.signal })).rejects.toThrow('aborted')
    expect(questions()).toHaveLength(1)
  })
})

describe('what it costs', () => {
  test('is told before it begins, and is never more', async () => {
    const model = await found()
    const plan = planFor(model)
    expect(plan).toMatchObject({
      choices: [{ choice: 'native' }, { choice: 'json-strict' }, { choice: 'hermes' }, { choice: 'canonical-xml' }],
      requests: 32,
    })
    // Never perfect, never broken: everything is asked.
    const card = await examined((meant, asked) => (meant.text === '4' ? { text: '' } : able(meant, asked)))
    expect(card.ended).toBe('done')
    expect(card.cost.requests).toBe(plan.requests)
    expect(card.cost.inputTokens + card.cost.outputTokens).toBeLessThan(plan.tokens)
  })

  test.each([
    ['requests', { requests: 5 }],
    ['tokens', { tokens: 3000 }],
  ])('is kept within a budget of %s', async (_what, budget) => {
    const card = await examined(textOnly(able), { budget })
    expect(card).toMatchObject({ ended: 'budget', recommendation: null })
    expect(card.cost.requests).toBeLessThanOrEqual(5)
    expect(questions()).toHaveLength(card.cost.requests)
    expect(card.cost.inputTokens + card.cost.outputTokens).toBeLessThanOrEqual(3000)
    expect((await replayed(card)).reason.message).toContain('budget')
  })

  test('is kept within a budget of time', async () => {
    let now = 0
    const card = await examined(able, { budget: { ms: 60_000 }, now: () => (now += 10_000) })
    expect(card.ended).toBe('budget')
    expect(questions().length).toBeLessThan(4)
  })

  test('is told while it runs', async () => {
    const told: Progress[] = []
    const card = await examined(textOnly(able), { onProgress: (progress) => told.push(progress) })
    expect(told.map(({ done }) => done)).toEqual(Array.from({ length: card.cost.requests }, (_, at) => at))
    expect(told[0]).toMatchObject({ choice: 'native', case: 'call', most: 32, tokens: 0 })
    expect(told.at(-1)).toMatchObject({ choice: 'json-strict', case: 'result' })
    expect(told.at(-1)?.restMs).toBeGreaterThanOrEqual(0)
    expect(told.map(({ tokens }) => tokens)).toEqual(told.map(({ tokens }) => tokens).toSorted((a, b) => a - b))
  })
})

test('a model that writes a dialect that nobody taught it is tried in that one', async () => {
  const card = await examined(
    textOnly((meant, asked) => (asked.dialect ? able(meant, { ...asked, dialect: findDialect('mistral') }) : able(meant, asked))),
  )
  expect(card.candidates.map(({ choice, why }) => [choice, why])).toContainEqual(['mistral', 'written'])
  expect(foundIn(card, 'json-strict')).toContain('other-dialect')
  expect(card.recommendation?.choice).toBe('mistral')
  expect((await replayed(card)).holds).toBe(true)
})

test('a model whose shape stands in the configuration is read again without the configuration', async () => {
  const shape = { version: 1, calls: { kind: 'named', call: '<|do|>$name<|with|>$input<|done|>' } }
  const card = await examined(
    textOnly((meant, asked) =>
      meant.calls.length > 0 && !meant.shown
        ? { text: meant.calls.map(({ name, input }) => `<|do|>${name}<|with|>${JSON.stringify(input)}<|done|>`).join('\n') }
        : able(meant, asked),
    ),
    {},
    { id: 'house-model', shape },
  )
  expect(candidate(card, 'shape-house-model')?.why).toBe('configured')
  expect(card.recommendation?.choice).toBe('shape-house-model')
  expect((await replayed(card)).holds).toBe(true)
})

test('a card holds no key, and tells what was sent and what came to the letter', async () => {
  const card = await examined((meant, asked) =>
    meant.text === '4' ? { text: '4 sk-abcdefghijklmnopqrstuvwxyz123456' } : able(meant, asked),
  )
  const text = cardText(card)
  expect(text).not.toContain('secret-key-of-the-lab')
  expect(text).not.toContain('sk-abcdef')
  expect(text).not.toContain(upstream.url)
  const [probe] = candidate(card, 'native')?.probes ?? []
  expect(probe?.request.find(({ role }) => role === 'user')?.text).toContain('weather in Oslo')
  expect(probe?.answer).toMatchObject({
    parts: [{ type: 'tool-call', name: 'get_weather', input: '{"city":"Oslo"}' }],
  })
})

test('a card that says something else than its answers is told apart', async () => {
  const card = await examined(able)
  const [first] = card.candidates
  const forged: Card = {
    ...card,
    candidates: [
      {
        ...card.candidates[0]!,
        probes: first!.probes.map((probe) => ({ ...probe, verdict: { right: 'wrong', found: ['no-call'] } })),
      },
    ],
  }
  const report = await reportOn(forged)
  expect(report).toMatchObject({ holds: false, replayed: { words: { id: 'doctor.differs', values: { count: 8 } } } })
  expect(report.candidates[0]).toMatchObject({ score: 100, right: 7 })
})

test('a server that finds calls only when it does not stream is told apart from a model that cannot call', async () => {
  const card = await examined((meant, asked) =>
    asked.body['stream'] === true && !asked.dialect && meant.calls.length > 0 ? { text: '' } : able(meant, asked),
  )
  expect(verdicts(card, 'native')).toEqual({ call: 'wrong', whole: 'right', unicode: 'wrong' })
  expect(card.recommendation?.choice).toBe('json-strict')
  const report = await replayed(card)
  expect(report.candidates[0]?.remarks.map(({ message }) => message)).toEqual([
    'Its server finds the call only when the answer is not streamed.',
  ])
})

test('a llama.cpp server that loses the call of its model is told apart by what the model writes alone', async () => {
  const written = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
  const chat = examinedModel((meant, asked) =>
    asked.dialect || meant.calls.length === 0 || meant.shown ? able(meant, asked) : { text: '' },
  )
  upstream.behave((response, request, body) => {
    const json = (value: object) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (request.url === '/props') return json({ chat_template_caps: { supports_tools: true } })
    if (request.url === '/apply-template') return json({ prompt: `rendered ${JSON.parse(body).tools?.length ?? 'no'} tools` })
    if (request.url === '/completion')
      return json({ content: body.includes('rendered 2 tools') ? written : 'Hello.', stop_type: 'eos' })
    return chat(response, request, body)
  })
  const config = { id: 'llama', kind: 'llama-cpp' as const, url: upstream.url, models: [{ id: 'gguf' }] }
  const catalog = createCatalog({ providers: [createProvider(config, parts)], records: createSpeechRecords(), now: Date.now })
  const card = await examine(await catalog.find('gguf', undefined), { signal: new AbortController().signal })
  expect(verdicts(card, 'native')).toEqual({ call: 'wrong', whole: 'wrong', raw: 'right', unicode: 'wrong' })
  expect(card.recommendation?.choice).toBe('json-strict')
  const report = await replayed(card)
  expect(report.holds).toBe(true)
  expect(report.candidates[0]?.remarks.map(({ message }) => message)).toEqual([
    'The model writes the call, but its server loses it.',
  ])
})
