import { expect, test } from 'vitest'
import { readOpened } from './read-traffic.ts'
import { forModel } from './replay.ts'

const sent = (path: string, body: object) =>
  readOpened({ entry: { id: '1', path }, headers: {}, body: { text: JSON.stringify(body), cut: 0 }, prompts: [], parts: [] })

test.each([
  ['/v1/chat/completions', { model: 'm', n: 1 }, '/v1/chat/completions', { model: 'other', n: 1 }],
  ['/api/respond', { model: 'm' }, '/api/respond', { model: 'other' }],
  [
    '/api/chat',
    { messages: [], config: { model: 'm', temperature: 1 } },
    '/api/chat',
    { messages: [], config: { model: 'other', temperature: 1 } },
  ],
  ['/api/chat', { messages: [] }, '/api/chat', { messages: [], config: { model: 'other' } }],
  ['/v1beta/models/m:generateContent', {}, '/v1beta/models/other:generateContent', {}],
])('a request at %s names another model where its door looks for it', (path, body, expectedPath, expected) => {
  const changed = forModel(sent(path, body), 'other')
  expect([changed?.path, JSON.parse(changed?.body ?? '')]).toEqual([expectedPath, expected])
})
