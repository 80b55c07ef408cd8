import Anthropic from '@anthropic-ai/sdk'
import { parseJsonEventStream, readUIMessageStream, type UIMessage, uiMessageChunkSchema } from 'ai'
import * as fc from 'fast-check'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import type { SpokenPart } from '../canonical/part.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import { type SampleAnswer, sampleAnswers } from '../testing/wire-samples.ts'
import { readUiMessages } from './ai-sdk-ui/read-messages.ts'
import { UiStreamWriter } from './ai-sdk-ui/stream-writer.ts'
import { writeUiPart } from './ai-sdk-ui/write-messages.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { thinkingProof } from './anthropic-messages/proofs.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import type { WireFormat, WireWriter } from './wire-format.ts'

const CONTEXT = { id: 'answer-1', model: 'model-1', created: 1_700_000_000 }
const RUNS = { numRuns: 25 }

const answersOf = (format: string) => sampleAnswers(format).filter(({ reason }) => reason === 'calls' || reason === 'done')

function serve(text: string) {
  return async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

const anthropic = (text: string) => new Anthropic({ apiKey: 'none', fetch: serve(text) })
const openai = (text: string) => new OpenAI({ apiKey: 'none', fetch: serve(text) })

function written(writer: WireWriter, batches: SampleAnswer['batches']): string {
  return batches.map((batch) => writer.push(batch)).join('')
}

function streamed(format: WireFormat, batches: SampleAnswer['batches']): string {
  return written(format.createWriter(CONTEXT), batches)
}

const brokenCall = (sent: string): readonly StreamEvent[] => [
  { type: 'message-start', messageId: 'answer-1', model: 'model-1' },
  { type: 'part-start', part: 0, kind: 'tool-call', callId: 'call_0', name: 'write_file' },
  { type: 'part-delta', part: 0, text: sent },
  {
    type: 'part-end',
    part: 0,
    value: { type: 'broken-call', id: 'call_0', name: 'write_file', source: sent, problem: 'It broke off.' },
  },
  { type: 'message-end', reason: 'done' },
]
const HALF_CALLS = [
  '{"path":"/a',
  '{"path":"/a\\',
  '{"path":"/a"',
  '{"path":"/a"}',
  '{"path":[1',
  '{"path":tru',
  '{"path":-1',
  '{"path":"/a",',
]

describe("the vendor's own client reads what we write", () => {
  it('@anthropic-ai/sdk puts the same blocks together', async () => {
    const request = {
      model: 'model-1',
      max_tokens: 10,
      messages: [{ role: 'user', content: 'go' }],
    } satisfies Anthropic.MessageCreateParams
    await fc.assert(
      fc.asyncProperty(answersOf('anthropic-messages'), async (sample) => {
        const message = await anthropic(streamed(anthropicMessages, sample.batches)).messages.stream(request).finalMessage()
        const blocks = message.content.map((block): SpokenPart | string => {
          if (block.type === 'text') return { type: 'text', text: block.text }
          if (block.type === 'thinking')
            return {
              type: 'reasoning',
              text: block.thinking,
              ...(block.signature && { signature: thinkingProof.read(block.signature) }),
            }
          return block.type === 'tool_use'
            ? { type: 'tool-call', id: block.id, name: block.name, input: block.input as never }
            : block.type
        })
        expect(blocks).toEqual(sample.parts)
        expect(message.stop_reason).toBe(sample.reason === 'calls' ? 'tool_use' : 'end_turn')
      }),
      RUNS,
    )
  })

  it('@anthropic-ai/sdk, which completes cut-off JSON by itself, cannot make a call of half a one', async () => {
    for (const sent of HALF_CALLS) {
      const client = anthropic(streamed(anthropicMessages, [brokenCall(sent)]))
      const stream = client.messages.stream({ model: 'model-1', max_tokens: 10, messages: [{ role: 'user', content: 'go' }] })
      await expect(stream.finalMessage(), sent).rejects.toThrow(/JSON/)
    }
  })

  it('a call that broke before its first argument is told as text: as a call it would look like one without arguments', async () => {
    for (const sent of ['', '{', '{"pa']) {
      const client = anthropic(streamed(anthropicMessages, [brokenCall(sent)]))
      const stream = client.messages.stream({ model: 'model-1', max_tokens: 10, messages: [{ role: 'user', content: 'go' }] })
      expect((await stream.finalMessage()).content, sent).toEqual([{ type: 'text', text: sent }])
    }
  })

  it('openai assembles the same response, and reports a fault as an error', async () => {
    await fc.assert(
      fc.asyncProperty(answersOf('openai-responses'), async (sample) => {
        const response = await openai(streamed(openaiResponses, sample.batches))
          .responses.stream({ model: 'model-1', input: 'go' })
          .finalResponse()
        const items = response.output.map((item): unknown => {
          if (item.type === 'message')
            return item.content.map((part) => (part.type === 'output_text' ? part.text : part.refusal)).join('')
          if (item.type === 'reasoning') return item.summary.map((part) => part.text).join('')
          return item.type === 'function_call' ? [item.call_id, item.name, JSON.parse(item.arguments)] : item.type
        })
        expect(items).toEqual(
          sample.parts.map((part) =>
            part.type === 'tool-call' ? [part.id, part.name, part.input] : 'text' in part ? part.text : '',
          ),
        )
        expect(response.output_text).toBe(sample.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''))
      }),
      RUNS,
    )
    const fault = { code: 'provider/unavailable', message: 'The well is dry.', retryable: true } as const
    const failing = openai(
      streamed(openaiResponses, [
        [
          { type: 'message-start', messageId: 'answer-1', model: 'model-1' },
          { type: 'fault', fault },
        ],
      ]),
    )
    await expect(failing.responses.stream({ model: 'model-1', input: 'go' }).finalResponse()).rejects.toThrow('The well is dry.')
  })

  it('reads whole answers too', async () => {
    const events: readonly StreamEvent[] = [
      { type: 'message-start', messageId: 'answer-1', model: 'model-1' },
      { type: 'part-end', part: 0, value: { type: 'reasoning', text: 'Hm.', signature: 'other-vendor:c2ln' } },
      { type: 'part-end', part: 1, value: { type: 'text', text: 'Reading 文件.' } },
      { type: 'part-end', part: 2, value: { type: 'tool-call', id: 'call_0', name: 'read_file', input: { path: '/a' } } },
      { type: 'message-end', reason: 'calls', usage: { inputTokens: 5, outputTokens: 7 } },
    ]
    const answer = (format: WireFormat) => async () => Response.json(format.writeAnswer(events, CONTEXT))
    const message = await new Anthropic({ apiKey: 'none', fetch: answer(anthropicMessages) }).messages.create({
      model: 'model-1',
      max_tokens: 10,
      messages: [{ role: 'user', content: 'go' }],
    })
    expect(message).toMatchObject({ stop_reason: 'tool_use', usage: { input_tokens: 5, output_tokens: 7 } })
    expect(message.content.map((block) => block.type)).toEqual(['thinking', 'text', 'tool_use'])
    const response = await new OpenAI({ apiKey: 'none', fetch: answer(openaiResponses) }).responses.create({
      model: 'model-1',
      input: 'go',
    })
    expect(response).toMatchObject({ output_text: 'Reading 文件.', status: 'completed', usage: { total_tokens: 12 } })
    expect(response.output.map((item) => item.type)).toEqual(['reasoning', 'message', 'function_call'])
  })

  it('openai chat gets arguments that do not parse for a call that broke', async () => {
    for (const sent of HALF_CALLS) {
      const client = openai(streamed(openaiChat, [brokenCall(sent)]))
      let given = ''
      for await (const chunk of await client.chat.completions.create({ model: 'model-1', messages: [], stream: true }))
        given += chunk.choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? ''
      expect(() => JSON.parse(given), sent).toThrow()
    }
  })

  it('ai puts the same UI message together, validates every chunk, and what it sends back is what was said', async () => {
    await fc.assert(
      fc.asyncProperty(answersOf('anthropic-messages').filter(isTakenByAi), async (sample) => {
        const writer = new UiStreamWriter({ messageId: 'answer-1', metadata: {} })
        const text = sample.batches.flat().map((event) => writer.push(event))
        const message = await assemble(text.join('') + writer.finish())
        const { messages } = readUiMessages([JSON.parse(JSON.stringify(message))])
        expect(messages.flatMap((one) => [...one.parts] as SpokenPart[])).toEqual(sample.parts)
        const whole: unknown = { id: 'answer-1', role: 'assistant', parts: sample.parts.map(writeUiPart) }
        expect(readUiMessages([JSON.parse(JSON.stringify(whole))]).messages).toEqual(messages)
      }),
      RUNS,
    )
  })
})

/** `ai` refuses a stream in which an object has a member `__proto__`, or `constructor` with a `prototype`. */
const isTakenByAi = ({ parts }: SampleAnswer): boolean => !/"(?:__proto__|constructor)":/.test(JSON.stringify(parts))

async function assemble(text: string): Promise<UIMessage> {
  const body = new Response(text).body!
  const chunks = parseJsonEventStream({ stream: body, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream({
      transform(parsed, controller) {
        if (!parsed.success) throw parsed.error
        controller.enqueue(parsed.value)
      },
    }),
  )
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream: chunks, terminateOnError: true })) last = message
  return last!
}
