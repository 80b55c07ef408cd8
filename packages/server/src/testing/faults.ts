import { chunk, DONE } from './chunks.ts'
import { type Behaviour, stream } from './upstream.ts'

/** What a model server does wrong, and what a client must learn of it. */
export interface UpstreamFault {
  readonly name: string
  readonly behaviour: Behaviour
  /** The status before anything was said, and of answers that do not stream. */
  readonly status: number
  /** Words that the client must read. */
  readonly words: RegExp
  /** What had been said: a stream has begun then, and ends in an error. Absent: nothing. */
  readonly said?: RegExp
  readonly retryAfter?: string
  /** What kind of model it is. Absent: it takes tools natively. */
  readonly model?: 'text'
  /** The conversation was too long. */
  readonly tooLong?: true
  /** Nothing reaches it. Absent: it is asked once. */
  readonly unreachable?: true
  /** It is waited for. */
  readonly silent?: true
}

/** The key that our server has. No client may read it, even where the model server quotes it. */
export const KEY = 'sk-very-secret-key'

const HELLO = chunk({ role: 'assistant', content: 'Hello' })
const CALL = chunk({
  tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'write_file', arguments: '{"content": "hal' } }],
})
const WRITTEN = chunk({ content: '. <tool_call>{"name": "write_file", "arguments": {"content": "hal' })
const SILENT = /nothing for (1 second,.*limits\.first|400 milliseconds,.*limits\.next)TokenMs/
const DIED = /broke in the middle of its answer/
const ENDED = /ended the stream in the middle/
const errorEvent = (message: string) => `data: ${JSON.stringify({ error: { message, type: 'server_error' } })}\n\n`

const status =
  (code: number, body: object | string, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    const type = typeof body === 'string' ? 'text/html' : 'application/json'
    response.writeHead(code, { 'content-type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const said = (message: string, more: object = {}) => ({ error: { message, ...more } })

/** What was sent is on its way before the connection breaks. */
const dies =
  (...texts: readonly string[]): Behaviour =>
  (response) => {
    stream(response, ...texts)
    setTimeout(() => response.destroy(), 30)
  }
const ends =
  (...texts: readonly string[]): Behaviour =>
  (response) => {
    stream(response, ...texts)
    response.end()
  }
const hangs =
  (...texts: readonly string[]): Behaviour =>
  (response) =>
    stream(response, ...texts)

const before: readonly UpstreamFault[] = [
  { name: 'nobody listens', behaviour: () => undefined, status: 503, words: /cannot be reached/, unreachable: true },
  {
    name: 'it closes the connection before the first byte',
    behaviour: (response) => void response.destroy(),
    status: 503,
    words: /closed the connection before it answered/,
  },
  { name: 'it is silent', behaviour: () => undefined, status: 504, words: SILENT, silent: true },
  { name: 'it is silent behind its head', behaviour: hangs(': hello\n\n'), status: 504, words: SILENT, silent: true },
  { name: 'it dies behind its head', behaviour: dies(': hello\n\n'), status: 503, words: DIED },
  { name: 'status 400', behaviour: status(400, said('no such parameter')), status: 400, words: /no such parameter/ },
  {
    name: 'status 401',
    behaviour: status(401, said(`Incorrect API key provided: ${KEY}`)),
    status: 403,
    words: /refused the key that this server has for it\. .*Incorrect API key provided: …/,
  },
  {
    name: 'status 403',
    behaviour: status(403, said('Not yours')),
    status: 403,
    words: /key that this server has for it.*Not yours/,
  },
  { name: 'status 404', behaviour: status(404, said('no such model')), status: 400, words: /no such model/ },
  {
    name: 'status 429',
    behaviour: status(429, said('slow down'), { 'retry-after': '7' }),
    status: 429,
    words: /slow down/,
    retryAfter: '7',
  },
  { name: 'no money', behaviour: status(429, said('pay', { code: 'insufficient_quota' })), status: 429, words: /pay/ },
  { name: 'status 500', behaviour: status(500, said('boom')), status: 503, words: /status 500.*boom/ },
  { name: 'it loads its model', behaviour: status(503, said('Loading model')), status: 503, words: /Loading model/ },
  { name: 'an error page', behaviour: status(502, '<html><body>Bad gateway</body></html>'), status: 503, words: /status 502/ },
  ...[
    status(400, said('no', { code: 'context_length_exceeded' })),
    status(400, said('no', { type: 'exceed_context_size_error' })),
    status(400, said("This model's maximum context length is 4096 tokens.")),
    status(400, said('prompt is too long: 9 tokens > 8 maximum')),
    status(500, said('the request exceeds the available context size')),
  ].map((behaviour, index) => ({
    name: `a full context, ${index + 1}`,
    behaviour,
    status: 400,
    words: /context/,
    tooLong: true as const,
  })),
  {
    name: 'a page',
    behaviour: status(200, '<html><title>Welcome</title></html>'),
    status: 406,
    words: /text\/html instead of a stream.*Welcome/,
  },
  {
    name: 'a redirect',
    behaviour: status(302, {}, { location: 'http://127.0.0.1:1/' }),
    status: 406,
    words: /key must not go\. Configure the address/,
  },
  { name: 'a document without an answer', behaviour: status(200, {}), status: 502, words: /no choices/ },
  { name: 'a stream with nothing in it', behaviour: ends(), status: 503, words: ENDED },
  { name: 'a stream with nothing but its end', behaviour: ends('data: [DONE]\n\n'), status: 503, words: ENDED },
  { name: 'nothing but garbage', behaviour: ends('data: <html>\n\nnonsense\n\ndata: {"half\n\n'), status: 503, words: ENDED },
  { name: 'an error as the first event', behaviour: hangs(errorEvent('no memory')), status: 503, words: /no memory/ },
]

interface Death extends Pick<UpstreamFault, 'name' | 'status' | 'words' | 'silent'> {
  readonly behind: (...texts: readonly string[]) => Behaviour
}

const deaths: readonly Death[] = [
  { name: 'it dies', behind: dies, status: 503, words: DIED },
  { name: 'it ends without a word', behind: ends, status: 503, words: ENDED },
  { name: 'it is silent', behind: hangs, status: 504, words: SILENT, silent: true },
  { name: 'an error', behind: (...texts) => hangs(...texts, errorEvent('cache full')), status: 503, words: /cache full/ },
  {
    name: 'garbage, and it ends',
    behind: (...texts) => ends(...texts, 'data: <html>\n\ndata: {"choices":[{"delta":{"content"\n\n'),
    status: 503,
    words: ENDED,
  },
]

const midway = deaths.flatMap(({ name, behind, ...told }): readonly UpstreamFault[] => [
  { ...told, name: `${name}, in the middle of its words`, behaviour: behind(HELLO), said: /Hello/ },
  { ...told, name: `${name}, inside a call`, behaviour: behind(HELLO, CALL), said: /Hello/ },
  { ...told, name: `${name}, inside a call in words`, behaviour: behind(HELLO, WRITTEN), said: /Hello/, model: 'text' },
])

export const FAULTS: readonly UpstreamFault[] = [...before, ...midway]

/** Not wrong: the answer is there. */
export const FINE: Readonly<Record<string, Behaviour>> = {
  'a finish reason without [DONE]': ends(HELLO, chunk({}, 'stop')),
  'garbage between events': ends(HELLO, 'data: <html>\n\nnonsense\n\ndata: {"half\n\n', DONE),
}

/** A limit ended the answer in the middle of a call. */
export const CUT_IN_CALL: Behaviour = ends(HELLO, CALL, chunk({}, 'length'), 'data: [DONE]\n\n')

/** The vendor will not answer, and says so. */
export const REFUSAL: Behaviour = ends(
  chunk({ role: 'assistant', content: '', refusal: null }),
  chunk({ refusal: 'I will ' }),
  chunk({ refusal: 'not' }),
  DONE,
)
