import { expect } from 'vitest'
import { readThread } from './play-story.ts'
import { FINAL } from './world.ts'

const STRANGE = 'a\u0000b\ud800c'

/** Story 3 in characters that a database refuses, wherever a client can write something. */
export async function sendStrangeThings(url: string): Promise<void> {
  const post = async (path: string, body: object) =>
    await fetch(`${url}api/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const answer = async (given: object) => {
    const thread = await readThread(url, 'strange')
    const answers = [{ callId: thread?.pending[0]?.callId, ...given }]
    return await (await post('threads/strange/resume', { answers })).text()
  }
  const messages = [{ role: 'user', id: STRANGE, parts: [{ type: 'text', text: STRANGE }] }]
  const tools = { read_file: { description: STRANGE, parameters: { type: 'object' } } }
  const config = { mode: 'agent', model: 'story', threadId: 'strange', systemPrompt: STRANGE }
  const asked = await post('chat', { messages, tools, config })
  expect([asked.status, (await asked.text()).endsWith('data: [DONE]\n\n')]).toEqual([200, true])
  const thread = await readThread(url, 'strange')
  expect(thread?.messages[0]).toMatchObject({ id: STRANGE, parts: [{ text: STRANGE }] })
  expect(await answer({ type: 'result', content: STRANGE, data: { [STRANGE]: STRANGE } })).toContain('tool-approval-request')
  expect(await answer({ type: 'reject', reason: STRANGE })).toContain(FINAL.slice(0, 5))
  const unknown = await post('threads/strange/resume', { answers: [{ type: 'reject', callId: STRANGE }] })
  const fork = await post('threads/strange/fork', { checkpointId: STRANGE })
  const odd = await fetch(`${url}api/threads/%00`)
  expect([unknown.status, fork.status, odd.status]).toEqual([404, 400, 404])
}
