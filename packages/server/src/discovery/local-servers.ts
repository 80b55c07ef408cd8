import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { DEMO_MODEL } from '@parley/dialects/demo'
import type { Fetch } from '../providers/provider.ts'
import type { ProviderKind } from '../settings/providers.ts'

/** A model server that answered like one. */
export interface LocalServer {
  readonly id: string
  readonly kind: ProviderKind
  readonly label: string
  readonly url: string
}

/** Where such servers listen by default. The name is only a guess: the answer decides what it is. */
const PORTS: Readonly<Record<number, string>> = {
  11434: 'Ollama',
  1234: 'LM Studio',
  8080: 'llama.cpp',
  8000: 'vLLM',
  30000: 'SGLang',
  1337: 'Jan',
  5001: 'KoboldCpp',
  12434: 'Docker Model Runner',
}

const PATIENCE_MS = 400

export interface DiscoveryOptions {
  readonly fetch: Fetch
  /** Absent: the ports such servers use by default. */
  readonly ports?: readonly number[]
  /** Our own, which must not find itself. */
  readonly ownPort?: number
  /** Addresses that are configured: who listens there is known already. */
  readonly known?: readonly string[]
}

/** Looks for model servers on this computer: all ports at once, reading only, believing only answers of the right shape. */
export async function findLocalServers({
  fetch,
  ports = Object.keys(PORTS).map(Number),
  ownPort,
  known = [],
}: DiscoveryOptions): Promise<readonly LocalServer[]> {
  const taken = new Set([ownPort, ...known.map(localPort)])
  const found = await Promise.all(ports.filter((port) => !taken.has(port)).map((port) => identify(fetch, port)))
  return found.filter((server) => server !== undefined)
}

/** The port, if it is one of this computer. */
function localPort(address: string): number | undefined {
  const url = URL.parse(address)
  return url && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) ? Number(url.port) : undefined
}

async function identify(fetch: Fetch, port: number): Promise<LocalServer | undefined> {
  const url = `http://127.0.0.1:${port}`
  const [models, tags, props] = await Promise.all([
    ask(fetch, `${url}/v1/models`),
    ask(fetch, `${url}/api/tags`),
    ask(fetch, `${url}/props`),
  ])
  const server = (kind: ProviderKind, label: string, address = url): LocalServer => ({
    id: `${kind}-${port}`,
    kind,
    label,
    url: address,
  })
  if (isListOf(tags && ownValue(tags, 'models'), 'digest')) return server('ollama', 'Ollama')
  if (props && isJsonObject(ownValue(props, 'default_generation_settings'))) return server('llama-cpp', 'llama.cpp')
  const list = models && ownValue(models, 'data')
  if (!isListOf(list, 'id') || isOurs(list)) return undefined
  return server('openai-compatible', PORTS[port] ?? `Server on port ${port}`, `${url}/v1`)
}

function isListOf(value: JsonValue | undefined, key: string): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isJsonObject(item) && typeof item[key] === 'string')
}

/** Another server of ours would hand every question on to us. */
function isOurs(models: readonly JsonObject[]): boolean {
  return models.some((model) => model['id'] === DEMO_MODEL)
}

async function ask(fetch: Fetch, url: string): Promise<JsonObject | undefined> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
      headers: { accept: 'application/json' },
    })
    if (response.ok && response.headers.get('content-type')?.includes('json')) {
      const body = await response.json()
      return isJsonObject(body) ? body : undefined
    }
    await response.body?.getReader().cancel()
  } catch {
    return undefined
  }
  return undefined
}
