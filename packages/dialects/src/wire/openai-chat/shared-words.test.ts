import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../openai-responses/openai-responses.ts'
import { untoldExtras } from '../request/request-extras.ts'
import { openaiChat } from './openai-chat.ts'

const URL = 'data:image/png;base64,iVBORw0KGgo='
const parameters = { type: 'object', properties: {} }
const chat = (detail: string, strict: boolean) => ({
  model: 'm',
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: URL, detail } }] }],
  tools: [{ type: 'function', function: { name: 'f', description: 'F.', parameters, strict } }],
})
const responses = (detail: string, strict: boolean) => ({
  model: 'm',
  input: [{ role: 'user', content: [{ type: 'input_image', image_url: URL, detail }] }],
  tools: [{ type: 'function', name: 'f', description: 'F.', parameters, strict }],
})

describe.each(['low', 'high', 'auto'])('how closely to look at a picture (%s) and that a tool is strict', (detail) => {
  test.each([true, false])('are told to Responses as Chat Completions said them, %s', (strict) => {
    const request = openaiChat.readRequest(chat(detail, strict))
    expect(openaiResponses.writeRequest(request)).toMatchObject(responses(detail, strict))
    expect(untoldExtras(request, openaiResponses.id, openaiResponses.shares)).toEqual([])
  })

  test.each([true, false])('are told to Chat Completions as Responses said them, %s', (strict) => {
    const request = openaiResponses.readRequest(responses(detail, strict))
    expect(openaiChat.writeRequest(request)).toMatchObject(chat(detail, strict))
    expect(untoldExtras(request, openaiChat.id, openaiChat.shares)).toEqual([])
  })
})

test('a value that only one of them knows is not passed on, but named', () => {
  const request = openaiResponses.readRequest(responses('original', true))
  expect(JSON.stringify(openaiChat.writeRequest(request))).not.toContain('original')
  expect(untoldExtras(request, openaiChat.id, openaiChat.shares)).toEqual(['detail'])
})

test('a word that only one of them has is not passed on, but named', () => {
  const named = { model: 'm', messages: [{ role: 'user', name: 'anna', content: 'hi' }] }
  const request = openaiChat.readRequest(named)
  expect(JSON.stringify(openaiResponses.writeRequest(request))).not.toContain('anna')
  expect(untoldExtras(request, openaiResponses.id, openaiResponses.shares)).toEqual(['name'])
})

test('other formats are told neither, and both are named', () => {
  const request = openaiChat.readRequest(chat('low', true))
  expect(untoldExtras(request, 'another')).toEqual(['detail', 'tools.strict'])
})
