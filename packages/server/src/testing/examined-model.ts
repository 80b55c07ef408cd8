import type { ServerResponse } from 'node:http'
import { type Dialect, dialects, isJsonObject, type JsonObject, type SpokenCall } from '@parley/dialects'
import { TOOLS } from '../doctor/cases.ts'
import { chunk } from './chunks.ts'
import { type Behaviour, stream } from './upstream.ts'

/** What a model without any fault would do: say something, call, or show a call. */
interface Meant {
  readonly calls: readonly SpokenCall[]
  readonly text: string
  /** It only shows the call. */
  readonly shown?: true
}

/** How the model is asked: natively, or taught a dialect. */
interface Asked {
  readonly dialect: Dialect | undefined
  readonly question: string
  readonly body: JsonObject
}

/** An answer on the wire: words, native calls, or a status. */
interface Said {
  readonly text?: string
  readonly calls?: readonly SpokenCall[]
  readonly status?: number
  /** The socket is closed without a word. */
  readonly dies?: true
  /** Nothing is ever said. */
  readonly hangs?: true
}

export type Persona = (meant: Meant, asked: Asked) => Said

const LESSONS = new Map(dialects.map((dialect) => [dialect.instruct(TOOLS, 'auto').trim(), dialect]))

/** A model server that understands what the doctor asks, and answers as its persona does. */
export function examinedModel(persona: Persona): Behaviour {
  return (response, { method }, text) => {
    if (method === 'GET') {
      response.writeHead(404, { 'content-type': 'application/json' })
      return void response.end('{}')
    }
    const body: unknown = JSON.parse(text)
    if (!isJsonObject(body)) return void response.end()
    const messages = Array.isArray(body['messages']) ? body['messages'].filter(isJsonObject) : []
    const system = messages.flatMap(({ role, content }) => (role === 'system' ? [String(content)] : [])).join('\n')
    const asked: Asked = { dialect: dialectIn(system), question: contentOf(messages), body }
    answer(response, persona(meantBy(asked.question, messages), asked), body['stream'] === true)
  }
}

/** The one whose lesson stands there. */
function dialectIn(system: string): Dialect | undefined {
  const lesson = [...LESSONS.keys()].find((text) => system.includes(text))
  return lesson === undefined ? undefined : LESSONS.get(lesson)
}

const contentOf = (messages: readonly JsonObject[]): string =>
  messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content ?? ''))).join('\n')

const call = (id: string, name: string, input: JsonObject): SpokenCall => ({ id, name, input })

function meantBy(question: string, messages: readonly JsonObject[]): Meant {
  const last = contentOf(messages.slice(-1))
  if (question.includes('17 °C')) return { calls: [], text: 'It is 17 °C in Oslo.' }
  if (last.includes('two plus two')) return { calls: [], text: '4' }
  const oslo = call('call_1', 'get_weather', { city: 'Oslo' })
  if (last.includes('documentation')) return { calls: [oslo], text: '', shown: true }
  const [, city] = /every character as it stands: (.*)$/m.exec(last) ?? []
  if (city !== undefined) return { calls: [call('call_1', 'get_weather', { city })], text: '' }
  const [, content] = /every character as it stands:\n([\s\S]*)$/.exec(last) ?? []
  if (content !== undefined) return { calls: [call('call_1', 'save_file', { path: 'count.py', content })], text: '' }
  return { calls: last.includes('Lima') ? [oslo, call('call_2', 'get_weather', { city: 'Lima' })] : [oslo], text: '' }
}

/** Does everything right, natively and in whatever it was taught. */
export const able: Persona = (meant, asked) => {
  if (meant.shown) return { text: `A call looks like this:\n\`\`\`\n${written(meant.calls, asked)}\n\`\`\`\nThat is all.` }
  if (meant.calls.length === 0) return { text: meant.text }
  return asked.dialect ? { text: asked.dialect.formatCalls(meant.calls) } : { calls: meant.calls }
}

const written = (calls: readonly SpokenCall[], { dialect }: Asked): string =>
  dialect ? dialect.formatCalls(calls) : JSON.stringify(calls[0]?.input)

/** Takes no native tools, and otherwise is what it is. */
export const textOnly =
  (persona: Persona): Persona =>
  (meant, asked) =>
    'tools' in asked.body ? { status: 400 } : persona(meant, asked)

function answer(response: ServerResponse, said: Said, streams: boolean): void {
  if (said.hangs) return
  if (said.dies) return void response.destroy()
  if (said.status !== undefined) {
    response.writeHead(said.status, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ error: { message: 'This model takes no tools.' } }))
  }
  const calls = said.calls?.map(({ id, name, input }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const message = { role: 'assistant', content: said.text ?? '', ...(calls && { tool_calls: calls }) }
  const finish = calls ? 'tool_calls' : 'stop'
  if (streams) {
    stream(response, chunk(message), chunk({}, finish), 'data: [DONE]\n\n')
    return void response.end()
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: finish }],
    }),
  )
}
