import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAMILIES } from '../llama/families.ts'
import { dataFolder, ensureEngine, type Served, scriptedFile, serve, weightsFile } from './engine-lab.ts'
import { ENDLESS, randomModel } from './random-model.ts'

beforeAll(ensureEngine, 600_000)

const OWN = { 'sec-fetch-site': 'same-origin' }
const user = (content: string) => ({ role: 'user', content })
const TOOL = { type: 'function', function: { name: 'add', parameters: { type: 'object', properties: {}, required: [] } } }

/** The events of a stream, until `is` has come. */
async function eventsUntil(response: Response, is: (event: { type: string }) => boolean) {
  const events = []
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = `${text}${piece}`.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) events.push(...[JSON.parse(block.slice(6))].flat())
    if (events.some(is)) return events
  }
  return events
}

test('the doctor examines a model from a file, and its card is kept', async () => {
  const [hermes] = FAMILIES
  if (!hermes) throw new Error('There is no family.')
  const served = await serve(scriptedFile(hermes.script))
  try {
    const body = JSON.stringify({ model: hermes.script.name, budget: { requests: 6 } })
    const response = await fetch(`${served.url}api/doctor`, { method: 'POST', headers: OWN, body })
    const events = await eventsUntil(response, ({ type }) => type === 'examined')
    const { card, kept } = events.at(-1)
    expect(kept.model).toBe(hermes.script.name)
    expect(events.filter(({ type }) => type === 'progress').length).toBeGreaterThan(3)
    // Nothing failed on the way.
    expect(JSON.stringify(card)).not.toContain('provider/')
  } finally {
    await served.stop()
  }
}, 120_000)

test('what goes through shows its speed, what was known from before, and that a grammar held it', async () => {
  const served = await serve(weightsFile('random', randomModel('random')))
  try {
    const ask = { model: 'random@hermes', messages: [user('go')], tools: [TOOL], tool_choice: 'required', seed: 1 }
    for (let time = 0; time < 2; time++) expect((await served.chat(ask)).status).toBe(200)
    const response = await fetch(`${served.url}api/traffic`, { headers: OWN })
    const events = await eventsUntil(response, ({ type }) => type === 'traffic')
    const [first, second] = events.map(({ entry }) => entry).toSorted((one, other) => one.at - other.at)
    for (const entry of [first, second]) expect(entry).toMatchObject({ held: true, end: 'calls' })
    expect(second.ms).toBeGreaterThanOrEqual(second.firstMs)
    // All but the last token, which is read to say the next one.
    expect([first.usage.cachedInputTokens, second.usage.cachedInputTokens + 1]).toEqual([0, second.usage.inputTokens])
  } finally {
    await served.stop()
  }
}, 120_000)

let served: Served
const file = () => join(served.data, 'models', 'mine.gguf')
afterAll(() => served?.stop())

test('a model that is answering is not deleted, and afterwards it is', async () => {
  const data = dataFolder()
  await mkdir(join(data, 'models'))
  await writeFile(join(data, 'models', 'mine.gguf'), randomModel('mine', undefined, [], ENDLESS))
  served = await serve(weightsFile('other', randomModel('other')), { PARLEY_DATA: data })
  const leaving = new AbortController()
  const endless = { model: 'mine', messages: [user('talk')], max_tokens: 3500, temperature: 0, stream: true }
  const response = await served.chat(endless, leaving.signal)
  await response.body?.getReader().read()
  const remove = async () => (await fetch(`${served.url}api/engine/models/mine`, { method: 'DELETE', headers: OWN })).status
  expect([await remove(), existsSync(file())]).toEqual([409, true])
  leaving.abort()
  await expect.poll(remove).toBe(204)
  expect(existsSync(file())).toBe(false)
}, 120_000)
