import type { StreamEvent } from '@parley/dialects'
import { expect, test } from 'vitest'
import { agentApps, readEvents, says, wordsIn } from '../testing/agent-app.ts'

const start = agentApps()
const config = { limits: { beatMs: 1 } }

/** Reads until `isEnough`, which lets the model go on, and then to the end. */
async function readWhile(response: Response, isEnough: (text: string) => boolean, goOn: () => void): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    text += piece.value
    if (isEnough(text)) goOn()
  }
  return text
}

const beatsIn = (text: string) => text.split(': waiting\n\n').length - 1

for (const form of ['canonical', 'ui'])
  test(`a thread whose model takes long says in a comment that it is there, in ${form} events`, async () => {
    const { promise: heard, resolve: goOn } = Promise.withResolvers<void>()
    const slow = async function* (): AsyncIterable<readonly StreamEvent[]> {
      await heard
      yield says('Here I am.')
    }
    const app = await start({ steps: [slow], config })
    const body = { messages: [{ role: 'user', content: 'hi' }], config: { mode: 'agent', model: 'actor', threadId: 't' } }
    const response = await app.send(`/api/chat?events=${form}`, body)
    const text = await readWhile(response, (so) => beatsIn(so) >= 3, goOn)
    expect(beatsIn(text)).toBeGreaterThanOrEqual(3)
    expect(text).toContain('Here I am.')
    if (form === 'canonical') expect(wordsIn(readEvents(text.replaceAll(': waiting\n\n', '')))).toBe('Here I am.')
  })
