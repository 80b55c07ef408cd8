import type { Target } from './load.ts'
import type { Running } from './processes.ts'

/** What one proxy is asked for, again and again. */
export interface Case {
  readonly name: string
  readonly what: keyof typeof TOKENS
  readonly proxy: Running
  readonly target: Target
  /** At most so many times the raw pipe. Absent: no goal is set. */
  readonly goal?: number
  /** How many answers make one measurement. Absent: as many as usual; a slow peer gets fewer, never less than a hundred at once. */
  readonly answers?: number
  /** Whose work this one does too, for a ratio between the two. Absent: nobody's. */
  readonly beside?: string
}

/** How many tokens an answer has. */
export const TOKENS = { text: 200, call: 262 }

const parameters = { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } }
const tools = [{ type: 'function', function: { name: 'write_file', description: 'Writes a file', parameters } }]

export const openai = (model: string, more: object = {}) => ({
  model,
  stream: true,
  messages: [{ role: 'user', content: 'hi' }],
  ...more,
})
export const withTools = (model: string) => openai(model, { tools })
const chat = (model: string) => ({
  messages: [{ role: 'user', content: 'hi' }],
  tools: { write_file: { description: 'Writes a file', parameters } },
  config: { model, toolParadigm: 'hermes' },
})

interface Everybody {
  readonly upstream: string
  readonly raw: Running
  readonly ours: Running
  readonly portkey: Running
  readonly aiSdk: Running
}

const at = (proxy: Running, path: string, body: object, headers: Record<string, string> = {}) => ({
  proxy,
  target: { port: proxy.port, path, body, headers },
})

export function casesOf({ upstream, raw, ours, portkey, aiSdk }: Everybody): readonly Case[] {
  const viaPortkey = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstream}/v1`,
    authorization: 'Bearer none',
  }
  const translated = (what: Case['what'], goal: number): readonly Case[] => [
    {
      name: 'Parley, dialect to native',
      what,
      goal,
      ...at(ours, '/v1/chat/completions', withTools(`hermes/${what}`)),
    },
    { name: 'Parley, /api/chat', what, goal, ...at(ours, '/api/chat', chat(`hermes/${what}`)) },
  ]
  return [
    { name: 'raw node:http', what: 'text', ...at(raw, '/', openai('text')) },
    { name: 'Parley, pass-through', what: 'text', goal: 1.25, ...at(ours, '/v1/chat/completions', openai('native/text')) },
    ...translated('text', 1.3),
    {
      name: 'Portkey gateway',
      what: 'text',
      beside: 'Parley, pass-through',
      ...at(portkey, '/v1/chat/completions', openai('text'), viaPortkey),
    },
    {
      name: 'AI SDK streamText',
      what: 'text',
      beside: 'Parley, /api/chat',
      answers: 100,
      ...at(aiSdk, '/api/chat', { model: 'text' }),
    },
    { name: 'raw node:http', what: 'call', ...at(raw, '/', openai('call')) },
    ...translated('call', 1.5),
  ]
}
