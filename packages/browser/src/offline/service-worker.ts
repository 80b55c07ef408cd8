import { howToAnswer, isAsLocked, isAway, isWorthKeeping } from './how-to-answer.ts'
import { CACHE_PREFIX, type Filled, type KeptBuild, type KeptDocument, type ToWorker } from './kept-build.ts'

/** What a service worker has beyond other workers, as far as it is used here. */
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: AskEvent) => void): void
  addEventListener(type: 'message', listener: (event: LifeEvent & MessageEvent<ToWorker>) => void): void
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void
}
interface AskEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** Put in its place by `offlinePage`. */
declare const PARLEY_BUILD: KeptBuild

const build = PARLEY_BUILD
// The libraries for pages know this global as that of a page.
const scope = globalThis as unknown as WorkerScope
const cacheName = CACHE_PREFIX + build.id

/** A server that says nothing for this long is taken for away, where the page is kept. */
const PATIENCE_MS = 6_000
const AT_ONCE = 4

scope.addEventListener('install', (event) => event.waitUntil(keepFirst()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('message', (event) =>
  event.waitUntil(hear(event.data).then((answer) => event.ports[0]?.postMessage(answer))),
)
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const how = howToAnswer(build, request, scope.location.origin)
  if (how === 'page') event.respondWith(fromServerFirst(request, build.page.path))
  if (how === 'fresh') event.respondWith(fromServerFirst(request, pathOf(request)))
  if (how === 'locked') event.respondWith(kept(pathOf(request)).then((found) => found ?? Response.error()))
  if (how === 'file') event.respondWith(keptFirst(request))
})

const pathOf = ({ url }: Request): string => new URL(url).pathname
/** The name of the cache says whose it is: that of another build is never looked into. */
const kept = (path: string): Promise<Response | undefined> => caches.match(path, { cacheName, ignoreVary: true })

async function hear(message: ToWorker): Promise<boolean | Filled> {
  if (message.type === 'fill') return await fill()
  if (message.type === 'has') return message.paths.every((path) => build.first.includes(path))
  await scope.skipWaiting()
  return true
}

async function keepFirst(): Promise<void> {
  const cache = await caches.open(cacheName)
  await keepDocument(cache, build.page)
  await Promise.all(build.first.map((path) => keep(cache, path)))
  for (const one of build.locked) await keepDocument(cache, one, (response) => isAsLocked(one, response)).catch(() => undefined)
  for (const path of build.fresh) await keep(cache, path).catch(() => undefined)
}

/** Throws where it is not the one of this build: without its page a build is not installed, and the browser tries again another time. */
async function keepDocument(
  cache: Cache,
  { path, sha256 }: KeptDocument,
  isFine: (response: Response) => boolean = () => true,
): Promise<void> {
  const response = await fetch(path, { cache: 'no-cache' })
  const bytes = await response.clone().arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (hex !== sha256 || !isWorthKeeping(path, response) || !isFine(response)) throw new Error(`Not of this build: ${path}`)
  await cache.put(path, response)
}

async function keep(cache: Cache, path: string): Promise<void> {
  // What has the same name is the same, and an earlier build may have it.
  const response = (await caches.match(path, { ignoreVary: true })) ?? (await fetch(path))
  if (!isWorthKeeping(path, response)) throw new Error(`Cannot be kept: ${path}`)
  await cache.put(path, response)
}

/** What earlier builds have kept goes, but for what this one has, too. */
async function takeOver(): Promise<void> {
  const cache = await caches.open(cacheName)
  const earlier = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName)
  for (const name of earlier) {
    for (const path of build.rare) {
      const response = await caches.match(path, { cacheName: name, ignoreVary: true })
      if (response) await cache.put(path, response)
    }
    await caches.delete(name)
  }
  await scope.clients.claim()
}

/** What cannot be fetched now is fetched another time. */
async function fill(): Promise<Filled> {
  const cache = await caches.open(cacheName)
  const missing = [...build.usual]
  let count = 0
  const work = async (): Promise<void> => {
    for (let path = missing.pop(); path !== undefined; path = missing.pop()) {
      const isThere = (await kept(path)) !== undefined || (await keep(cache, path).then(...YES_OR_NO))
      if (isThere) count += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { kept: count, of: build.usual.length }
}

const YES_OR_NO = [() => true, () => false] as const

async function fromServerFirst(request: Request, path: string): Promise<Response> {
  const asked = fetch(request)
  const found = await kept(path)
  if (!found) return await asked
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(found), PATIENCE_MS))
  const answer = asked.then(
    (response) => (isAway(response) ? found : response),
    () => found,
  )
  return await Promise.race([answer, late])
}

async function keptFirst(request: Request): Promise<Response> {
  const path = pathOf(request)
  const found = await kept(path)
  if (found) return found
  const response = await fetch(request)
  // A copy that somebody has removed is not begun again by what an open page still fetches.
  if (isWorthKeeping(path, response) && (await caches.has(cacheName))) {
    const copy = response.clone()
    void caches.open(cacheName).then((cache) => cache.put(path, copy))
  }
  return response
}
