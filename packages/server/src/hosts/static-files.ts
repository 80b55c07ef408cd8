import { readFile, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Names with a hash in them never change their content, and what lies under the number of its version does not either. */
const HASHED = /^\/(assets\/.*-[\w-]{8,}\.\w+|python\/\d[\d.]*\/[\w.-]+)$/

const PACKABLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/

/** Serves a built page. `undefined`: there is no such file, and it is not for the page to handle either. */
export type StaticFiles = (request: Request) => Promise<Response | undefined>

export function createStaticFiles(folder: string): StaticFiles {
  const root = resolve(folder)
  const packed = createPackedFiles()
  let rules: { readonly of: string; readonly list: readonly HeaderRule[] } | undefined
  const headerRules = async () => {
    const text = await readFile(join(root, '_headers'), 'utf8').catch(() => '')
    if (rules?.of !== text) rules = { of: text, list: parseHeaderRules(text) }
    return rules.list
  }
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = decodedPath(request.url)
    if (path === undefined) return undefined
    const found = (await findFile(root, path)) ?? (extname(path) === '' ? await findFile(root, '/index.html') : undefined)
    if (!found || found.path === '/_headers') return undefined
    const type = TYPES[extname(found.path)] ?? 'application/octet-stream'
    const forever = HASHED.test(found.path)
    // Only what never changes: documents keep the headers they were given, to the byte.
    const packable = forever && PACKABLE.test(type)
    const encoding = packable ? acceptedEncoding(request.headers.get('accept-encoding')) : undefined
    const etag = encoding ? found.etag.replace(/"$/, `-${encoding}"`) : found.etag
    const headers = new Headers({
      'content-type': type,
      'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      etag,
      ...(packable && { vary: 'accept-encoding' }),
      ...(encoding && { 'content-encoding': encoding }),
    })
    applyHeaderRules(await headerRules(), [path, found.path], headers)
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    if (request.method === 'HEAD') return new Response(null, { headers })
    return new Response(new Uint8Array(encoding ? await packed(found.file, encoding) : await readFile(found.file)), { headers })
  }
}

function decodedPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url).pathname)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

/** Never leaves the folder: what a path resolves to must still lie below it. */
async function findFile(root: string, path: string) {
  const file = resolve(root, `.${sep}${path.endsWith('/') ? `${path}index.html` : path}`)
  if (!file.startsWith(root + sep)) return undefined
  const info = await stat(file).catch(() => undefined)
  if (!info?.isFile()) return undefined
  return {
    file,
    path: file.slice(root.length).replaceAll(sep, '/'),
    etag: `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`,
  }
}

type Encoding = 'br' | 'gzip'

const PACK: { readonly [encoding in Encoding]: (bytes: Uint8Array) => Promise<Uint8Array> } = {
  // Two steps below the best is within a tenth of it, and takes a twentieth of its time.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/** The encoding to answer in; `undefined`: as it is. Brotli is smaller, so it wins where both are welcome. */
function acceptedEncoding(header: string | null): Encoding | undefined {
  const offers = (header ?? '').split(',').map((offer) =>
    offer
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  const isWelcome = (name: string) =>
    offers.some(([offered, ...rest]) => offered === name && !rest.some((one) => /^q=0(\.0*)?$/.test(one)))
  return (['br', 'gzip'] as const).find(isWelcome)
}

/** Files that never change, packed once for as long as the server runs, if the build did not lay `name.js.br` beside them. */
function createPackedFiles(): (file: string, encoding: Encoding) => Promise<Uint8Array> {
  const packed = new Map<string, Promise<Uint8Array>>()
  return (file, encoding) => {
    const key = `${encoding} ${file}`
    const known = packed.get(key) ?? readFile(`${file}.${encoding}`).catch(() => readFile(file).then(PACK[encoding]))
    packed.set(key, known)
    known.catch(() => packed.delete(key))
    return known
  }
}

/** One block of a `_headers` file: a path pattern, and what a response at such a path carries. */
interface HeaderRule {
  readonly matches: (path: string) => boolean
  /** `undefined` takes away what an earlier rule had set. */
  readonly headers: readonly (readonly [name: string, value: string | undefined])[]
}

/**
 * The `_headers` file of static hosts:
 *
 *     # comment
 *     /assets/*
 *       Cache-Control: public, immutable
 *       ! X-Frame-Options
 */
function parseHeaderRules(text: string): readonly HeaderRule[] {
  const rules: { matches: HeaderRule['matches']; headers: [string, string | undefined][] }[] = []
  for (const line of text.split(/\r?\n/)) {
    const entry = line.trim()
    if (entry === '' || entry.startsWith('#')) continue
    if (!/^\s/.test(line)) rules.push({ matches: pattern(entry), headers: [] })
    else if (entry.startsWith('!')) rules.at(-1)?.headers.push([entry.slice(1).trim(), undefined])
    else {
      const colon = entry.indexOf(':')
      if (colon > 0) rules.at(-1)?.headers.push([entry.slice(0, colon).trim(), entry.slice(colon + 1).trim()])
    }
  }
  return rules
}

/** Later rules win: a file's own policy stands below the one for everything. */
function applyHeaderRules(rules: readonly HeaderRule[], paths: readonly string[], headers: Headers): void {
  for (const rule of rules) {
    if (!paths.some((path) => rule.matches(path))) continue
    for (const [name, value] of rule.headers) {
      if (value === undefined) headers.delete(name)
      else headers.set(name, value)
    }
  }
}

function pattern(path: string): (path: string) => boolean {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replace(/:\w+/g, '[^/]+')
  const expression = new RegExp(`^${source}$`)
  return (candidate) => expression.test(candidate)
}

/** Runs in the browser in the place of the page's service worker: removes what it has kept, and then itself. */
const RETIRED = `addEventListener('install', () => skipWaiting())
addEventListener('message', (event) => event.ports[0]?.postMessage(false))
addEventListener('activate', (event) => event.waitUntil(retire()))
async function retire() {
  const names = (await caches.keys()).filter((name) => name.startsWith('parley-page-'))
  await Promise.all(names.map((name) => caches.delete(name)))
  await registration.unregister()
}
`

/** A browser asks for the script of a service worker again and again: this is how one that was once there is taken back. */
export const retiredWorker = (): Response =>
  new Response(RETIRED, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    },
  })
