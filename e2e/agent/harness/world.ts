import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface Attempt {
  readonly tool: string
  readonly key: string
  readonly input: unknown
}

/** What lies outside of the servers: a model that plays story 3, and a disk that keeps what each key did. */
export interface World {
  readonly url: string
  /** Every time a tool reached out, whether it changed anything or not. */
  readonly attempts: readonly Attempt[]
  /** What was changed, once for each key. */
  readonly effects: ReadonlyMap<string, Attempt>
  /** Asked at each place of a model's answer; it may never come back. */
  gate: (name: string) => Promise<void>
  close(): Promise<void>
}

const PATH = { path: '/src/App.tsx' }

/** What the model calls, by how many results it has read. The second answer calls a tool of the page and one of the server. */
const PLAN = new Map([
  [0, [{ name: 'list_directory', input: { path: '/src' } }]],
  [
    1,
    [
      { name: 'read_file', input: PATH },
      { name: 'count_lines', input: PATH },
    ],
  ],
  [3, [{ name: 'write_file', input: { ...PATH, content: 'title: new' } }]],
])
export const FINAL = 'The title is new.'

const delta = (piece: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'story', choices: [{ index: 0, delta: piece, finish_reason: finish }] })}\n\n`

/** A call in two pieces. */
function callIn({ name, input }: { name: string; input: object }, index: number): readonly object[] {
  const [first, rest] = halves(JSON.stringify(input))
  const head = { index, id: `call_${index}`, type: 'function', function: { name, arguments: first } }
  return [{ tool_calls: [head] }, { tool_calls: [{ index, function: { arguments: rest } }] }]
}

function halves(text: string): readonly [string, string] {
  const half = Math.ceil(text.length / 2)
  return [text.slice(0, half), text.slice(half)]
}

export async function startWorld(): Promise<World> {
  const attempts: Attempt[] = []
  const effects = new Map<string, Attempt>()
  const world = { gate: async () => undefined } as { gate: World['gate'] }

  /** The next step of the story is read off the conversation, so the model needs no memory of its own. */
  async function answer(body: string, response: ServerResponse): Promise<void> {
    const { messages }: { messages: { role: string }[] } = JSON.parse(body)
    const done = messages.filter(({ role }) => role === 'tool').length
    const calls = PLAN.get(done) ?? []
    await world.gate(`model ${done + 1} asked`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const pieces = calls.length > 0 ? calls.flatMap(callIn) : halves(FINAL).map((content) => ({ content }))
    const [first, ...rest] = pieces
    response.write(delta({ role: 'assistant', ...first }))
    await world.gate(`model ${done + 1} half said`)
    for (const piece of rest) response.write(delta(piece))
    response.end(`${delta({}, calls.length > 0 ? 'tool_calls' : 'stop')}data: [DONE]\n\n`)
  }

  function act(tool: string, body: string, response: ServerResponse): void {
    const { input, key }: { input: unknown; key: string } = JSON.parse(body)
    attempts.push({ tool, key, input })
    if (!effects.has(key)) effects.set(key, { tool, key, input })
    response.end(`${tool} did ${JSON.stringify(effects.get(key)?.input)}`)
  }

  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const path = request.url ?? ''
      return path.endsWith('/chat/completions') ? answer(body, response) : act(path.slice(1), body, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return Object.assign(world, {
    url,
    attempts,
    effects,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}
