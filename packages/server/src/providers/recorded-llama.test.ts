import { readFileSync } from 'node:fs'
import { collectMessage } from '@parley/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createNodeFetch } from '../hosts/node-fetch.ts'
import { respond } from '../testing/play.ts'
import { startUpstream, type Upstream } from '../testing/upstream.ts'

/** What a real llama-server said, word for word: `npm run test:llama` holds it against one. */
interface Recording {
  readonly props: object
  readonly models: object
  readonly native: string
  readonly plain: string
}

const recorded = (name: string): Recording =>
  JSON.parse(readFileSync(new URL(`../testing/recorded/${name}.json`, import.meta.url), 'utf8'))

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ gets: true })
})
afterAll(() => upstream.close())

function play({ props, models, native, plain }: Recording): ReturnType<typeof createApp> {
  upstream.behave((response, request, body) => {
    const json = (value: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url === '/props') return void json(props)
    if (request.url === '/v1/models') return void json(models)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('tools' in JSON.parse(body) ? native : plain)
  })
  const file = JSON.stringify({ providers: [{ id: 'llama', kind: 'llama-cpp', url: upstream.url.replace('/v1', '') }] })
  return createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), { fetch: createNodeFetch() })
}

const tools = [
  {
    name: 'browser_js_eval',
    description: 'Runs JavaScript.',
    parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  },
]
const messages = [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'Sum all primes below 1000' }] }] as const

test.each([
  ['scripted-one', 'hermes', 'its chat template takes tools, and writes calls as `hermes`'],
  ['scripted-two', 'mistral', 'its chat template takes tools, and writes calls as `mistral`'],
  ['scripted-three', 'model-files', 'its chat template takes tools, and writes calls in a dialect of its own'],
])(
  "%s, as llama-server serves it: the template's dialect is named, and its call is read natively and in that dialect",
  async (model, dialect, dialectReason) => {
    const app = play(recorded(model))
    const list: unknown = await (await app.request('/api/models')).json()
    expect(list).toMatchObject({ models: [{ id: model, native: true, own: { id: dialect }, dialectReason }, {}] })
    for (const spoken of [undefined, dialect]) {
      const events = await respond(app, { model, messages, tools, ...(spoken !== undefined && { dialect: spoken }) })
      const calls = collectMessage(events).message.parts.filter(({ type }) => type === 'tool-call')
      expect(calls).toMatchObject([{ name: 'browser_js_eval', input: { code: expect.stringContaining('sum += n') } }])
      const sent = JSON.parse(upstream.bodies.at(-1) ?? '{}')
      expect('grammar' in sent).toBe(spoken !== undefined)
      if (spoken !== undefined) expect(sent.grammar).toContain(GRAMMARS[dialect as keyof typeof GRAMMARS])
    }
  },
)

/** Something that only the grammar of this dialect holds. */
const GRAMMARS = { hermes: '</tool_call>', mistral: '[TOOL_CALLS]', 'model-files': '<|/use|>' } as const
