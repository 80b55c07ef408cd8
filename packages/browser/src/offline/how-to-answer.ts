import type { KeptBuild, LockedDocument } from './kept-build.ts'

export interface AskedRequest {
  readonly method: string
  readonly url: string
  readonly mode: string
  readonly destination: string
  readonly headers: Pick<Headers, 'has'>
}

/**
 * `network`: as if there were no service worker. `page`: from the server, else the kept page. `locked`: the kept document. `file`: the kept
 * one, else from the server, and kept from then on. `fresh`: from the server, else the kept one.
 */
export type HowToAnswer = 'network' | 'page' | 'locked' | 'file' | 'fresh'

/** Only files of the build are ever answered from what is kept: no door of a server is among them, and nothing with a token or a question in it. */
export function howToAnswer(build: KeptBuild, request: AskedRequest, origin: string): HowToAnswer {
  const { method, mode, destination, headers } = request
  const url = URL.parse(request.url)
  if (method !== 'GET' || url?.origin !== origin || headers.has('authorization') || headers.has('range')) return 'network'
  const { pathname: path, search } = url
  if (mode === 'navigate') {
    if (destination === 'document')
      return path === build.page.path || path === `${build.page.path}index.html` ? 'page' : 'network'
    return search === '' && build.locked.some((one) => one.path === path) ? 'locked' : 'network'
  }
  if (search !== '') return 'network'
  if ([build.first, build.usual, build.rare].some((list) => list.includes(path))) return 'file'
  return build.fresh.includes(path) ? 'fresh' : 'network'
}

/** What a gateway says when nobody stands behind it. */
export const isAway = ({ status }: Pick<Response, 'status'>): boolean => status >= 502 && status <= 504

/** A page to sign in on, or one that says what is missing, must not be taken for a script. */
export function isWorthKeeping(path: string, { ok, type, redirected, headers }: Response): boolean {
  if (!ok || type !== 'basic' || redirected) return false
  return /(\.html|\/)$/.test(path) || !(headers.get('content-type') ?? '').startsWith('text/html')
}

/** Without any one of these headers the document would be another one. */
export const isAsLocked = ({ headers: wanted }: LockedDocument, { headers }: Pick<Response, 'headers'>): boolean =>
  Object.entries(wanted).every(([name, value]) => headers.get(name) === value)
