import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'

/** What a view may ask for. Whoever answers decides, and rejects with a sentence. */
export interface AppHostOptions {
  readonly send: (message: JsonObject) => void
  /** The arguments of the call that the view belongs to, and what came of it. */
  readonly input: JsonObject
  readonly result: JsonObject
  readonly tool: JsonObject
  readonly theme: 'light' | 'dark'
  readonly language: string
  readonly callTool: (name: string, input: JsonObject) => Promise<JsonObject>
  readonly readResource: (uri: string) => Promise<JsonObject>
  readonly openLink: (url: string) => Promise<void>
  /** Words for the composer. Nothing is sent. */
  readonly onMessage: (text: string) => void
  readonly onHeight: (pixels: number) => void
}

export interface AppHost {
  /** Anything that the view says. Never throws. */
  hear(message: unknown): void
}

const VERSION = '2026-01-26'
const MOST_HEIGHT = 800
/** Of questions that wait; one that asks more is not asked for anything. */
const MOST_OPEN = 8
const MOST_TEXT = 20_000

type Answer = (params: JsonObject) => JsonObject | Promise<JsonObject>

/** The host's half of MCP Apps: what is not here is refused by name. */
export function createAppHost(options: AppHostOptions): AppHost {
  const { send } = options
  const tell = (method: string, params: JsonObject) => send({ jsonrpc: '2.0', method, params })
  const requests: Readonly<Record<string, Answer>> = {
    'ui/initialize': () => greeting(options),
    ping: () => ({}),
    'tools/call': ({ name, arguments: input }) => options.callTool(textOf(name), isJsonObject(input) ? input : {}),
    'resources/read': ({ uri }) => options.readResource(textOf(uri)),
    'ui/open-link': async ({ url }) => {
      await options.openLink(textOf(url))
      return {}
    },
    'ui/message': ({ content }) => {
      options.onMessage(wordsIn(content).slice(0, MOST_TEXT))
      return {}
    },
    'ui/request-display-mode': () => ({ mode: 'inline' }),
  }
  const notifications: Readonly<Record<string, (params: JsonObject) => void>> = {
    'ui/notifications/initialized': () => {
      tell('ui/notifications/tool-input', { arguments: options.input })
      tell('ui/notifications/tool-result', options.result)
    },
    'ui/notifications/size-changed': ({ height }) => {
      if (typeof height === 'number' && height > 0) options.onHeight(Math.min(MOST_HEIGHT, Math.ceil(height)))
    },
  }
  let open = 0
  const answer = async (id: string | number, method: string, params: JsonObject) => {
    const work = ownFunction(requests, method)
    if (!work) return send(failure(id, -32_601, `This host does not offer ${method.slice(0, 100)}.`))
    if (open >= MOST_OPEN) return send(failure(id, -32_000, 'Too many requests wait. Ask again later.'))
    open += 1
    try {
      send({ jsonrpc: '2.0', id, result: await work(params) })
    } catch (error) {
      send(failure(id, -32_000, error instanceof Error ? error.message : 'It was refused.'))
    }
    open -= 1
  }
  return {
    hear(message) {
      if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') return
      const { id, method } = message
      if (typeof method !== 'string') return
      const params = isJsonObject(message['params']) ? message['params'] : {}
      if (typeof id === 'string' || typeof id === 'number') void answer(id, method, params)
      else ownFunction(notifications, method)?.(params)
    },
  }
}

const ownFunction = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined

const failure = (id: string | number, code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

function greeting({ theme, language, tool }: AppHostOptions): JsonObject {
  return {
    protocolVersion: VERSION,
    hostInfo: { name: 'Parley', version: '0.1.0' },
    hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, message: { text: {} } },
    hostContext: {
      theme,
      locale: language,
      platform: 'web',
      displayMode: 'inline',
      availableDisplayModes: ['inline'],
      containerDimensions: { maxHeight: MOST_HEIGHT },
      toolInfo: { tool },
    },
  }
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

function wordsIn(content: JsonValue | undefined): string {
  const blocks = Array.isArray(content) ? content : [content ?? null]
  return blocks.flatMap((block) => (isJsonObject(block) ? textOf(ownValue(block, 'text')) : [])).join('\n')
}
