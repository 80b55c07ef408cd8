import {
  createMcpHandler,
  type ServerContext as Exchange,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { faultOf, type ToolResult, wordsResult } from '@parley/dialects'
import type { Context } from 'hono'
import { readBody } from '../../http/read-body.ts'
import type { ToolProgress } from '../../tools/backend-tool.ts'
import type { Asker, RunCall } from '../../waiting/waiting-room.ts'
import { findShownTool, runCall } from '../calls.ts'
import type { Mcp } from '../mcp.ts'
import { changesDoor } from './changes-door.ts'
import type { GuestTool, GuestTools } from './guest-tools.ts'
import { inputOf, toListedTool, toMcpResult, toToolResult } from './to-mcp-result.ts'
import { greeted, type Visit, Visits } from './visits.ts'

/** `/mcp`: other people's agents call the tools of our servers here, and each call waits for a person. */
export function createGuestDoor(
  mcp: Mcp,
  openTools: (owner: string) => Promise<GuestTools>,
): (context: Context) => Promise<Response> {
  const { server } = mcp
  const visits = new Visits()
  const known = new WeakMap<Request, Visit>()
  const handler: McpHttpHandler = createMcpHandler(({ requestInfo }) => guestServer(mcp, requestInfo && known.get(requestInfo)), {
    keepAliveMs: server.limits.beatMs,
  })
  const opened = new Map<string, Promise<GuestTools>>()
  const toolsOf = (owner: string): Promise<GuestTools> => {
    const found = opened.get(owner) ?? openTools(owner)
    if (!opened.has(owner)) void found.then((tools) => tools.subscribe(() => handler.notify.toolsChanged()))
    opened.set(owner, found)
    return found
  }
  return async (context) => {
    const request = context.req.raw
    const tools = await toolsOf(server.ownerOf(request))
    if (request.method === 'GET') return changesDoor(mcp, tools, context)
    const body = request.method === 'POST' ? await readBody(request, server.limits) : undefined
    const visit = visits.enter(request, server.ownerOf(request), body)
    if (!visit) return new Response(null, { status: 202 })
    const stream = server.streams.begin(server.leaving(context))
    const end = () => {
      visit.leave()
      stream.end()
    }
    stream.signal.addEventListener('abort', end, { once: true })
    try {
      const { owner, client, taken } = visit
      known.set(request, { owner, client, tools, signal: AbortSignal.any([stream.signal, taken.signal]) })
      return endingWith(await handler.fetch(request, { parsedBody: body }), end, greeted(body))
    } catch (error) {
      end()
      throw error
    }
  }
}

/** The answer is over when its last byte is. */
function endingWith(response: Response, end: () => void, more: Readonly<Record<string, string>>): Response {
  const { body, status } = response
  if (!body) end()
  const counted = body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ flush: end }))
  return new Response(counted ?? null, { status, headers: { ...Object.fromEntries(response.headers), ...more } })
}

function guestServer(mcp: Mcp, visit: Visit | undefined): Server {
  const guest = new Server(
    { name: 'parley', version: '0.1.0' },
    { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS },
  )
  guest.setRequestHandler('tools/list', async () => ({ tools: ((await visit?.tools.list()) ?? []).map(toListedTool) }))
  guest.setRequestHandler('tools/call', async ({ params }, exchange) => {
    const tool = await visit?.tools.find(params.name)
    if (!tool || !visit)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}. List the tools again.`)
    const progress = new Progress(exchange)
    const { waiting } = mcp.server
    const asker: Asker = {
      signal: AbortSignal.any([exchange.mcpReq.signal, visit.signal]),
      onBeat: () => progress.beat(waiting.isPageOpen(visit.owner)),
      ...(tool.fingerprint !== undefined && {
        run: (call, signal) => runTool(mcp.of(visit.owner), tool, call, { signal, progress }),
      }),
    }
    const { owner, client } = visit
    const { name, fingerprint, says } = tool
    const heard = await waiting.ask(
      {
        owner,
        client,
        name,
        input: inputOf(params.arguments),
        runs: fingerprint === undefined ? 'page' : 'server',
        ...(fingerprint !== undefined && { fingerprint }),
        ...(says && { says }),
      },
      asker,
    )
    return toMcpResult(heard, name, waiting.isPageOpen(owner))
  })
  return guest
}

const INSTRUCTIONS =
  'A person decides about each call, which may take minutes. A result that says that nobody has decided yet is no failure: call again with the same arguments to go on waiting.'

/** Beats and the progress of the tool in one line of numbers, which must grow. */
class Progress {
  readonly #exchange: Exchange
  #beats = 0
  #last = 0

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  beat(isPageOpen: boolean): void {
    this.#tell(this.#last + ++this.#beats / 1e6, {
      message: isPageOpen ? 'Waiting for you in Parley' : 'Open Parley in a browser to decide',
    })
  }

  pass({ progress, total, message }: ToolProgress): void {
    this.#tell(progress, { ...(total !== undefined && { total }), ...(message !== undefined && { message }) })
  }

  #tell(progress: number, more: { readonly total?: number; readonly message?: string }): void {
    const { _meta: meta, notify } = this.#exchange.mcpReq
    if (meta?.progressToken === undefined || progress <= this.#last) return
    this.#last = progress
    const params = { progressToken: meta.progressToken, progress, ...more }
    // Nobody is there to hear it any more: the call itself learns that by its signal.
    notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

/** Who approved a call is not watching it run. */
const ask = async () => ({ action: 'decline' })

/** Calls the tool as it was told to the client, once. Never throws. */
async function runTool(
  mcp: Mcp,
  { fingerprint = '' }: GuestTool,
  call: RunCall,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: Progress },
): Promise<ToolResult> {
  const { name, input } = call
  try {
    const connection = mcp.connection(name.split('__')[0] ?? '')
    const onProgress = (told: ToolProgress) => progress.pass(told)
    const result = await connection.use(async (session) => {
      const shown = await findShownTool(session, { name, fingerprint })
      return await runCall(session, shown, { connection, name, input, fingerprint, signal, onProgress, ask }, mcp.config)
    })
    return toToolResult(call, result)
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    return wordsResult(call, 'error', fault.message)
  }
}
