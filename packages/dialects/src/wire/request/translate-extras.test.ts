import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../canonical/json.ts'
import { anthropicMessages } from '../anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from '../gemini-generate/gemini-generate.ts'
import { openaiChat } from '../openai-chat/openai-chat.ts'
import { openaiResponses } from '../openai-responses/openai-responses.ts'
import type { WireFormat } from '../wire-format.ts'
import { HINTS } from './hints.ts'
import { translateExtras } from './translate-extras.ts'

const chat = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
const FORMATS: Readonly<Record<string, { readonly format: WireFormat; readonly body: object; readonly model: string }>> = {
  chat: { format: openaiChat, body: chat, model: 'gpt-5.1' },
  responses: { format: openaiResponses, body: { model: 'm', input: 'hi' }, model: 'gpt-5.1' },
  anthropic: { format: anthropicMessages, body: { ...chat, max_tokens: 9 }, model: 'claude-opus-5' },
  gemini: { format: geminiGenerate, body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }, model: 'gemini-3-flash' },
}

/** What a client of one format says → what the vendor of another one is sent, and what it is not told. */
function across(from: string, said: object, to: string, model = FORMATS[to]!.model) {
  const { format, body } = FORMATS[from]!
  const { extras, ...request } = format.readRequest({ ...body, ...said })
  const target = FORMATS[to]!.format
  const { fields, untold } = extras
    ? translateExtras(extras, target.id, { name: model, thinks: model === 'qwen3' })
    : { fields: {}, untold: [] }
  const sent = target.writeRequest({ ...request, model, extras: { format: target.id, fields } })
  return { sent, untold }
}

const thinking = (thinkingConfig: JsonObject) => ({ generationConfig: { thinkingConfig } })
/** How hard to think, in the words of each. */
const EFFORT: readonly Readonly<Record<string, object>>[] = ['low', 'medium', 'high'].map((effort) => ({
  chat: { reasoning_effort: effort },
  responses: { reasoning: { effort } },
  anthropic: { output_config: { effort } },
  gemini: thinking({ thinkingLevel: effort }),
}))

describe.each(Object.keys(FORMATS))('said in %s', (from) => {
  test.each(Object.keys(FORMATS).filter((to) => to !== from))('how hard to think is told in %s', (to) => {
    for (const row of EFFORT) {
      const { sent, untold } = across(from, row[from]!, to)
      expect(sent).toMatchObject(row[to]!)
      expect(untold).toEqual([])
    }
  })
})

test.each([
  [
    'a budget is an effort',
    'anthropic',
    { thinking: { type: 'enabled', budget_tokens: 8000 } },
    'chat',
    { reasoning_effort: 'medium' },
  ],
  [
    'a large one is a high one',
    'anthropic',
    { thinking: { type: 'enabled', budget_tokens: 32_000 } },
    'gemini',
    thinking({ thinkingLevel: 'high' }),
  ],
  ['not to think', 'anthropic', { thinking: { type: 'disabled' } }, 'responses', { reasoning: { effort: 'none' } }],
  ['not to think', 'chat', { reasoning_effort: 'none' }, 'anthropic', { thinking: { type: 'disabled' } }],
  ['in capitals', 'gemini', thinking({ thinkingLevel: 'LOW' }), 'chat', { reasoning_effort: 'low' }],
  ['a budget of nothing', 'gemini', thinking({ thinkingBudget: 0 }), 'chat', { reasoning_effort: 'none' }],
  [
    'to see thoughts',
    'gemini',
    thinking({ includeThoughts: true, thinkingLevel: 'low' }),
    'responses',
    { reasoning: { effort: 'low', summary: 'auto' } },
  ],
  ['how talkative to be', 'chat', { verbosity: 'low' }, 'responses', { text: { verbosity: 'low' } }],
  ['how talkative to be', 'responses', { text: { verbosity: 'low' } }, 'chat', { verbosity: 'low' }],
  ['who the user is', 'chat', { user: 'anna' }, 'anthropic', { metadata: { user_id: 'anna' } }],
  ['who the user is', 'anthropic', { metadata: { user_id: 'anna' } }, 'responses', { user: 'anna' }],
  ['the tier', 'anthropic', { service_tier: 'standard_only' }, 'chat', { service_tier: 'default' }],
  ['the tier', 'responses', { service_tier: 'flex' }, 'chat', { service_tier: 'flex' }],
  ['of how many to choose', 'anthropic', { top_k: 7 }, 'gemini', { generationConfig: { topK: 7 } }],
  ['penalties', 'chat', { presence_penalty: 0.5 }, 'gemini', { generationConfig: { presencePenalty: 0.5 } }],
  ['the key of a cache', 'responses', { prompt_cache_key: 'k' }, 'chat', { prompt_cache_key: 'k' }],
])('%s, of %s %j, is told in %s', (...[, from, said, to, expected]) => {
  const { sent, untold } = across(from, said, to)
  expect(sent).toMatchObject(expected)
  expect(untold).toEqual([])
})

test('stands beside the shape of an answer', () => {
  const response_format = { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } }
  const { sent } = across('chat', { reasoning_effort: 'low', response_format }, 'anthropic')
  expect(sent).toMatchObject({ output_config: { effort: 'low', format: { type: 'json_schema' } } })
})

test.each([
  ['chat', { reasoning_effort: 'minimal' }, 'anthropic', 'claude-opus-5', ['reasoning_effort']],
  ['anthropic', { output_config: { effort: 'max' } }, 'chat', 'gpt-5.1', ['output_config']],
  ['anthropic', { output_config: { effort: 'low' } }, 'chat', 'gpt-4o', ['output_config']],
  ['anthropic', { thinking: { type: 'disabled' } }, 'chat', 'o3', ['thinking']],
  ['responses', { prompt_cache_key: 'k', user: 'anna' }, 'chat', 'mistral-small', ['prompt_cache_key', 'user']],
  ['chat', { reasoning_effort: 'low' }, 'anthropic', 'claude-3-7-sonnet-latest', ['reasoning_effort']],
  ['chat', { reasoning_effort: 'low' }, 'anthropic', 'claude-opus-4-1-20250805', ['reasoning_effort']],
  ['chat', { reasoning_effort: 'low' }, 'gemini', 'gemini-2.0-flash', ['reasoning_effort']],
  ['chat', { service_tier: 'priority' }, 'anthropic', 'claude-opus-5', ['service_tier']],
  ['responses', { reasoning: { effort: 'low', summary: 'detailed' } }, 'chat', 'qwen3', ['reasoning.summary']],
  ['gemini', thinking({ thinkingBudget: -1 }), 'chat', 'm', ['generationConfig.thinkingConfig']],
  ['anthropic', { top_k: 7, thinking: { type: 'adaptive' } }, 'chat', 'm', ['top_k', 'thinking']],
  ['chat', { logit_bias: { 1: 2 }, constructor: 1 }, 'responses', 'm', ['logit_bias', 'constructor']],
])('what has no equal is named: %s %j for %s %s', (...[from, said, to, model, names]) => {
  expect(across(from, said, to, model).untold).toEqual(names)
})

test('an older Gemini is given a budget', () => {
  const { sent } = across('chat', { reasoning_effort: 'high' }, 'gemini', 'gemini-2.5-pro')
  expect(sent).toMatchObject(thinking({ thinkingBudget: 24_576 }))
})

test('every hint is of formats that exist, and of at least two', () => {
  const known = Object.values(FORMATS).map(({ format }) => format.id)
  for (const hint of HINTS) {
    expect(Object.keys(hint).length).toBeGreaterThan(1)
    for (const format of Object.keys(hint)) expect(known).toContain(format)
  }
})
