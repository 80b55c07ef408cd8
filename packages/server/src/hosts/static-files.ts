import { readFile, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { applyHeaderRules, type HeaderRule, parseHeaderRules } from './header-rules.ts'
import { acceptedEncoding, createPackedFiles } from './packed-files.ts'

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

/** Names with a hash in them never change their content. */
const HASHED = /^\/assets\/.*-[\w-]{8,}\.\w+$/

const PACKABLE = /^(text\/|application\/(json|manifest)|image\/svg)/

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
