import {
  Client,
  type ElicitResult,
  type OAuthClientProvider,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import type { ResolvedEntry } from '../settings/resolve-entry.ts'
import { createCountedFetch } from './counted-fetch.ts'
import { StdioTransport } from './stdio-transport.ts'

export interface OpenOptions {
  readonly startMs: number
  readonly mostBytes: number
  /** Whether the server is known to speak only what was before 2026-07-28, so that it need not be asked. */
  readonly isLegacy: boolean
  readonly onLog: (text: string) => void
  readonly onToolsChanged: () => void
  /** A login that there is. Absent: there is none. */
  readonly authProvider?: OAuthClientProvider
  /** Answers what a server of before 2026-07-28 asks in the middle of a call. Absent: such a server is told that nobody can be asked. */
  readonly onElicit?: (params: unknown) => Promise<JsonObject>
}

export interface OpenedClient {
  readonly client: Client
  readonly transport: Transport
}

/** A client that is connected. Rejects with the SDK's own errors; nothing is left running then. */
export async function openClient(entry: ResolvedEntry, options: OpenOptions): Promise<OpenedClient> {
  if (entry.kind === 'stdio') return await openProgram(entry, options)
  const url = new URL(entry.url)
  const wire = {
    requestInit: { headers: { ...entry.headers } },
    fetch: createCountedFetch(options.mostBytes),
    ...(options.authProvider && { authProvider: options.authProvider }),
  }
  const openSse = () => connect(new SSEClientTransport(url, wire), { ...options, isLegacy: true })
  if (entry.kind === 'sse') return await openSse()
  try {
    return await connect(new StreamableHTTPClientTransport(url, wire), options)
  } catch (error) {
    // A server of 2024 does not know the address by POST.
    if (!(error instanceof SdkHttpError) || ![400, 404, 405].includes(error.data.status ?? 0)) throw error
    return await openSse().catch(() => {
      throw error
    })
  }
}

/** Some programs end when they are asked anything before they were greeted; they are started once more, and greeted. */
async function openProgram(entry: Extract<ResolvedEntry, { kind: 'stdio' }>, options: OpenOptions): Promise<OpenedClient> {
  const start = (isLegacy: boolean) => connect(new StdioTransport(entry, options), { ...options, isLegacy })
  if (options.isLegacy) return await start(true)
  try {
    return await start(false)
  } catch (error) {
    if (!(error instanceof SdkError) || error.code !== SdkErrorCode.EraNegotiationFailed) throw error
    return await start(true)
  }
}

/** Not declared: sampling, roots and logging, which are on their way out, and with which a server could ask more than a call does. */
async function connect(transport: Transport, options: OpenOptions): Promise<OpenedClient> {
  const { onElicit } = options
  const client = new Client(
    { name: 'parley', version: '0.1.0' },
    {
      capabilities: {
        elicitation: { form: {}, url: {} },
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      },
      versionNegotiation: { mode: options.isLegacy ? 'legacy' : 'auto', probe: { timeoutMs: Math.min(10_000, options.startMs) } },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => options.onToolsChanged() } },
    },
  )
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- A client of MCP is no event target.
  client.onerror = (error) => options.onLog(`[parley] ${error.message}\n`)
  if (onElicit) client.setRequestHandler('elicitation/create', async ({ params }) => toAnswer(await onElicit(params)))
  else greetWithoutForms(transport)
  try {
    await client.connect(transport, { timeout: options.startMs })
    return { client, transport }
  } catch (error) {
    // Left open, the old transport would try again for ever.
    await transport.close().catch(() => {})
    throw error
  }
}

/** Only the greeting of the older eras is a promise for a whole connection; a newer server learns with each request what it may ask. */
function greetWithoutForms(transport: Transport): void {
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    if (!('method' in message) || message.method !== 'initialize') return await send(message, options)
    const { capabilities, ...params } = message.params ?? {}
    const { elicitation: _forms, ...others } = isJsonObject(capabilities) ? capabilities : {}
    await send({ ...message, params: { ...params, capabilities: others } }, options)
  }
}

function toAnswer({ action, content }: JsonObject): ElicitResult {
  if (action !== 'accept') return { action: action === 'decline' ? action : 'cancel' }
  // What a person filled in was held against the form before: texts, numbers, switches and lists of texts.
  return { action, ...(isJsonObject(content) && { content: content as NonNullable<ElicitResult['content']> }) }
}
