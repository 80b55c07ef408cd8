import type { ChatRequest } from '@parley/dialects'
import { expect, test } from 'vitest'
import { withoutPictures } from './without-pictures.ts'

const picture = { type: 'file', mediaType: 'image/png', data: 'AAAA', name: 'cat.png' } as const
const paper = { type: 'file', mediaType: 'application/pdf', data: 'AAAA', name: 'a.pdf' } as const
const request: ChatRequest = {
  model: 'm',
  messages: [
    { role: 'user', id: '1', parts: [{ type: 'text', text: 'Look' }, picture, paper] },
    {
      role: 'tool',
      id: '2',
      parts: [{ type: 'tool-result', callId: 'c', name: 'shoot', outcome: 'ok', content: [picture] }],
    },
  ],
}

async function heard(isBlind: boolean): Promise<ChatRequest | undefined> {
  let asked: ChatRequest | undefined
  const respond = withoutPictures(
    async function* (sent) {
      asked = sent
      yield []
    },
    () => isBlind,
  )
  for await (const _ of respond(request, new AbortController().signal));
  return asked
}

test('a model that does not see is told the names of pictures, also of those in results, and gets everything else', async () => {
  const text = '[A picture that you cannot see: cat.png]'
  const [user, tool] = (await heard(true))?.messages ?? []
  expect(user?.parts).toEqual([{ type: 'text', text: 'Look' }, { type: 'text', text }, paper])
  expect(tool?.role === 'tool' && tool.parts[0]?.content).toEqual([{ type: 'text', text }])
})

test('one that sees, or of which nobody knows it, gets them', async () => {
  expect(await heard(false)).toBe(request)
})
