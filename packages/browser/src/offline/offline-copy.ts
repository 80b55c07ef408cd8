import { CACHE_PREFIX, type Filled, type ToWorker, WORKER_PATH } from './kept-build.ts'

export interface OfflineState {
  /** `impossible`: this browser, or this address, has no service workers. `off`: there is no copy. `kept`: all that a conversation needs is here. */
  readonly kind: 'impossible' | 'off' | 'keeping' | 'kept'
  /** The server has another build than this page is of. */
  readonly hasUpdate: boolean
}

/** A copy of the page in this browser, with which it opens while the server is away. It holds files of the build and nothing of anybody. */
export interface OfflineCopy {
  get(): OfflineState
  subscribe(listener: () => void): () => void
  bytes(): Promise<number>
  /** Begins one. It goes on by itself from then on. */
  keep(): Promise<void>
  /** Removes it, and begins none until it is asked to. */
  remove(): Promise<void>
  /** Asks the server whether there is another build. */
  look(): Promise<void>
}

const NO = 'parley-offline'
const LOOK_MS = 30 * 60_000

/** `isBuilt`: there is a service worker beside the page. */
export function openOfflineCopy(isBuilt: boolean): OfflineCopy {
  const listeners = new Set<() => void>()
  let state: OfflineState = { kind: isBuilt && 'serviceWorker' in navigator ? 'off' : 'impossible', hasUpdate: false }
  const change = (next: Partial<OfflineState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const copy: OfflineCopy = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    bytes: keptBytes,
    async keep() {
      localStorage.removeItem(NO)
      if (state.kind === 'off') await begin(change)
    },
    async remove() {
      localStorage.setItem(NO, 'no')
      const registration = await navigator.serviceWorker.getRegistration()
      await registration?.unregister()
      await Promise.all((await ownCaches()).map((name) => caches.delete(name)))
      change({ kind: 'off', hasUpdate: false })
    },
    async look() {
      if (state.kind !== 'impossible') await (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined)
    },
  }
  if (state.kind === 'off' && localStorage.getItem(NO) === null && !savesData()) void begin(change)
  return copy
}

/** Who is told to save data fetches nothing that nobody asked for. */
const savesData = (): boolean => 'connection' in navigator && Object(navigator.connection).saveData === true

async function begin(change: (next: Partial<OfflineState>) => void): Promise<void> {
  change({ kind: 'keeping' })
  try {
    const registration = await navigator.serviceWorker.register(WORKER_PATH, { updateViaCache: 'none' })
    watchBuilds(registration, () => change({ hasUpdate: true }))
    const filled = await tell<Filled | false>(await workerOf(registration), { type: 'fill' })
    // The server takes copies back: its worker does nothing else.
    if (!filled) return change({ kind: 'off' })
    change({ kind: filled.kept === filled.of ? 'kept' : 'keeping' })
  } catch {
    // A browser that forbids it, or a host that has none.
    change({ kind: 'off' })
  }
}

/** The one that answers, once it is at work. Null: it will never be. */
async function workerOf({ active, installing }: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = active ?? installing
  const isSettled = () => worker === null || worker.state === 'activated' || worker.state === 'redundant'
  while (!isSettled()) await new Promise((resolve) => worker?.addEventListener('statechange', resolve, { once: true }))
  return worker?.state === 'activated' ? worker : null
}

/** A build that waits is this page's own, after a reload, and takes over at once; or it is another one, and this page is of yesterday. */
function watchBuilds(registration: ServiceWorkerRegistration, onOther: () => void): void {
  const judge = async (worker: ServiceWorker | null): Promise<void> => {
    const isOwn = await tell<boolean>(worker, { type: 'has', paths: ownScripts() })
    if (isOwn === false) onOther()
    if (isOwn && worker?.state === 'installed') await tell<boolean>(worker, { type: 'activate' })
  }
  void judge(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active) void judge(installing)
    })
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => void judge(navigator.serviceWorker.controller))
  const look = (): void => void registration.update().catch(() => undefined)
  // A part that an older page wants may be gone from the server.
  addEventListener('vite:preloadError', look)
  setInterval(look, LOOK_MS)
}

/** The scripts that this page began with: another build has others. */
const ownScripts = (): readonly string[] =>
  Array.from(document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]'), ({ src }) => new URL(src).pathname)

/** Undefined: there is nobody to tell. */
async function tell<Answer>(worker: ServiceWorker | null, message: ToWorker): Promise<Answer | undefined> {
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  return await new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data), { once: true })
    port1.start()
    worker.postMessage(message, [port2])
  })
}

const ownCaches = async (): Promise<readonly string[]> => (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))

async function keptBytes(): Promise<number> {
  let bytes = 0
  for (const name of 'caches' in globalThis ? await ownCaches() : []) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      bytes += (await (await cache.match(request, { ignoreVary: true }))?.blob())?.size ?? 0
  }
  return bytes
}
