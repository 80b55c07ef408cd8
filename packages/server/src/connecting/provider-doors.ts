import type { Sentence } from '@parley/dialects'
import type { Context, Handler, Hono } from 'hono'
import { z } from 'zod'
import type { ProviderConfig } from '../config-schema.ts'
import { checked } from '../http/chat-request-schema.ts'
import { readBody } from '../http/read-body.ts'
import { refusal } from '../http-fault.ts'
import type { LiveConfig } from '../live-config.ts'
import { addressOf, nameOf } from '../providers/create-provider.ts'
import type { Fetch } from '../providers/provider.ts'
import type { ServerContext } from '../server-context.ts'
import { providerKind } from '../settings/providers.ts'
import { say } from '../words.ts'
import { checkAddress, isSameServer } from './check-address.ts'
import type { OwnProviders } from './own-providers.ts'
import { tryProvider } from './try-provider.ts'

/** What a page says of a provider. */
export const providerBody = z.strictObject({
  /** Which one is changed. Absent: it is a new one. */
  id: z.string().max(100).exactOptional(),
  kind: providerKind,
  label: z.string().trim().min(1).max(80).exactOptional(),
  /** Absent: the vendor's own. */
  url: z.string().trim().min(1).max(2000).exactOptional(),
  /** Absent: the one that is kept. Empty: none. */
  key: z.string().trim().max(10_000).exactOptional(),
  /** Absent or empty: those that it lists itself. */
  models: z.array(z.string().trim().min(1).max(300)).max(1000).exactOptional(),
})
type ProviderBody = z.output<typeof providerBody>

interface Connecting {
  readonly own: OwnProviders
  readonly live: LiveConfig
  readonly server: ServerContext
  readonly fetch: Fetch
}

/** Whoever comes in here decides where conversations go: only an admin may, and only in a page of this very server. */
export function openProviderDoors(app: Hono, parts: Connecting): void {
  const guarded =
    (door: (parts: Connecting, context: Context) => Promise<Response>): Handler =>
    async (context) => {
      const reason = refused(parts, context.req.raw)
      if (reason) throw refusal('request/forbidden', reason)
      const response = await door(parts, context)
      response.headers.set('cache-control', 'no-store')
      return response
    }
  app.get('/api/providers', async (context) => {
    const reason = refused(parts, context.req.raw)
    return reason
      ? context.json({ providers: [], mayEdit: false, reason }, 200, FRESH)
      : context.json({ providers: views(parts), mayEdit: true }, 200, FRESH)
  })
  app.post('/api/providers', guarded(saveDoor))
  app.post('/api/providers/test', guarded(testDoor))
  app.delete('/api/providers/:id', guarded(removeDoor))
}

const FRESH = { 'cache-control': 'no-store' }

function refused({ server, live }: Connecting, request: Request): Sentence | undefined {
  if (!server.isOurs(request) || !isOfThisHost(request)) return say('connect.own-page')
  if (!server.isAdmin(request)) return say('server.admin')
  // Each of them would keep a file of its own, and the others would not know of it.
  return live.current.agent.database === undefined ? undefined : say('connect.replicas')
}

/** A page of an origin that was allowed may ask models, and not say which there are. */
function isOfThisHost(request: Request): boolean {
  const origin = request.headers.get('origin')
  return origin === null || URL.parse(origin)?.host === (request.headers.get('host') ?? new URL(request.url).host).toLowerCase()
}

function views({ own, live }: Connecting) {
  const ids = new Set(own.list().map(({ id }) => id))
  return live.current.providers.map((provider) => viewOf(provider, ids.has(provider.id)))
}

/** The key stays where it is. */
const viewOf = (provider: ProviderConfig, isOwn: boolean) => ({
  id: provider.id,
  kind: provider.kind,
  label: nameOf(provider),
  url: addressOf(provider),
  hasKey: provider.key !== undefined,
  models: provider.models.map(({ id }) => id),
  isOwn,
})

async function saveDoor(parts: Connecting, context: Context): Promise<Response> {
  const { provider, isNew } = await readProvider(parts, context)
  await parts.own.save(provider)
  return Response.json({ provider: viewOf(provider, true) }, { status: isNew ? 201 : 200 })
}

async function testDoor(parts: Connecting, context: Context): Promise<Response> {
  const { provider } = await readProvider(parts, context)
  const { newId, limits } = parts.server
  const patience = { first: limits.firstTokenMs, next: limits.nextTokenMs }
  return Response.json(await tryProvider(provider, { fetch: parts.fetch, patience, newId }))
}

async function removeDoor(parts: Connecting, context: Context): Promise<Response> {
  const { id } = find(parts, context.req.param('id') ?? '')
  await parts.own.remove(id)
  return new Response(null, { status: 204 })
}

function find({ own, live }: Connecting, id: string): ProviderConfig {
  const kept = own.list().find((provider) => provider.id === id)
  if (kept) return kept
  const isGiven = live.current.providers.some((provider) => provider.id === id)
  throw refusal(isGiven ? 'request/conflict' : 'request/not-found', say(isGiven ? 'connect.configured' : 'connect.none', { id }))
}

async function readProvider(parts: Connecting, context: Context) {
  const body = checked(providerBody, await readBody(context.req.raw, parts.server.limits))
  const former = body.id === undefined ? undefined : find(parts, body.id)
  const url = (body.url ?? addressOf(body)).replace(/\/+$/, '')
  const { raw } = context.req
  checkAddress(url, new URL(`http://${raw.headers.get('host') ?? new URL(raw.url).host}`))
  const key = keyFor(body, former, url)
  const provider = {
    id: former?.id ?? freeId(body, parts),
    kind: body.kind,
    url,
    ...(body.label !== undefined && { label: body.label }),
    ...(key !== undefined && { key }),
    models: (body.models ?? []).map((id) => ({ id })),
  }
  return { provider, isNew: former === undefined }
}

/** Who can send a kept key to an address of their own can read it. */
function keyFor({ key }: ProviderBody, former: ProviderConfig | undefined, url: string): string | undefined {
  if (key !== undefined) return key === '' ? undefined : key
  if (former?.key === undefined) return undefined
  if (!isSameServer(addressOf(former), url)) throw refusal('request/invalid', say('connect.key-again'))
  return former.key
}

const OF_THE_HOUSE = ['demo', 'gguf']

/** Of its name, as it stands in front of models: `lm-studio/qwen3`. */
function freeId({ label, kind }: ProviderBody, { live, own }: Connecting): string {
  const name = (label ?? kind)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const wanted = name === '' ? kind : name
  const taken = new Set([...OF_THE_HOUSE, ...[...live.current.providers, ...own.list()].map(({ id }) => id)])
  const others = Array.from(taken, (_, at) => `${wanted}-${at + 2}`)
  return [wanted, ...others].find((id) => !taken.has(id)) ?? kind
}
