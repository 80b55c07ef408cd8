import { expect, test } from 'vitest'
import { type AskedRequest, howToAnswer, isAsLocked, isAway, isWorthKeeping } from './how-to-answer.ts'
import type { KeptBuild } from './kept-build.ts'

const ORIGIN = 'https://parley.example'
const LOCKED = {
  path: '/sandbox.html',
  sha256: '',
  headers: { 'Content-Security-Policy': 'sandbox', 'Connection-Allowlist': '()' },
}
const build: KeptBuild = {
  id: 'a',
  page: { path: '/', sha256: '' },
  locked: [LOCKED],
  first: ['/assets/first-load-12345678.js'],
  usual: ['/assets/settings-12345678.js'],
  rare: ['/python/314.0.7/pyodide.js'],
  fresh: ['/icon.svg'],
}

const ask = (path: string, more: Partial<AskedRequest> = {}) =>
  howToAnswer(
    build,
    { method: 'GET', url: `${ORIGIN}${path}`, mode: 'cors', destination: 'script', headers: new Headers(), ...more },
    ORIGIN,
  )
const visit = { mode: 'navigate', destination: 'document' }
const frame = { mode: 'navigate', destination: 'iframe' }

test.each(['/assets/first-load-12345678.js', '/assets/settings-12345678.js', '/python/314.0.7/pyodide.js'])(
  'a file of the build is kept: %s',
  (path) => {
    expect(ask(path)).toBe('file')
    expect(ask(`${path}?v=1`)).toBe('network')
    expect(ask(path, { method: 'HEAD' })).toBe('network')
    expect(ask(path, { method: 'POST' })).toBe('network')
    expect(ask(path, { headers: new Headers({ authorization: 'Bearer x' }) })).toBe('network')
    expect(ask(path, { headers: new Headers({ range: 'bytes=0-' }) })).toBe('network')
    expect(ask(path, { url: `https://elsewhere.example${path}` })).toBe('network')
  },
)

test.each([
  '/api/models',
  '/api/respond',
  '/api/me',
  '/v1/models',
  '/health',
  '/mcp',
  '/mcp-view.html',
  '/assets/of-another-build-12345678.js',
  '/',
  '/sandbox.html',
  '/service-worker.js',
])('what is no file of the build goes to the server: %s', (path) => {
  expect(ask(path)).toBe('network')
})

test('a visit is answered by the server where it can be, and other doors of the server never by the page', () => {
  expect(ask('/', visit)).toBe('page')
  expect(ask('/?token=secret', visit)).toBe('page')
  expect(ask('/index.html', visit)).toBe('page')
  for (const path of ['/api/models', '/sign-in', '/sandbox.html', '/assets/first-load-12345678.js'])
    expect(ask(path, visit), path).toBe('network')
})

test('only a locked document comes into a frame from what is kept', () => {
  expect(ask('/sandbox.html', frame)).toBe('locked')
  expect(ask('/sandbox.html?x', frame)).toBe('network')
  expect(ask('/', frame)).toBe('network')
  expect(ask('/mcp-view.html', frame)).toBe('network')
})

test('what changes under its name is asked of the server first', () => {
  expect(ask('/icon.svg')).toBe('fresh')
})

const answer = (type: string, more: Partial<Response> = {}) => ({
  ok: true,
  type: 'basic',
  redirected: false,
  headers: new Headers({ 'content-type': type }),
  ...more,
})

// Invariant: these are all the fields that are looked at.
const worth = (path: string, response: object) => isWorthKeeping(path, response as Response)

test('a refusal, a redirect and a page in the place of a script are not kept', () => {
  expect(worth('/a.js', answer('text/javascript'))).toBe(true)
  expect(worth('/', answer('text/html; charset=utf-8'))).toBe(true)
  expect(worth('/sandbox.html', answer('text/html'))).toBe(true)
  expect(worth('/a.js', answer('text/html'))).toBe(false)
  expect(worth('/a.js', answer('text/javascript', { ok: false }))).toBe(false)
  expect(worth('/a.js', answer('text/javascript', { redirected: true }))).toBe(false)
  expect(worth('/a.js', answer('text/javascript', { type: 'opaque' }))).toBe(false)
})

test('a locked document is kept with all of its headers to the letter, or not at all', () => {
  const served = (headers: Record<string, string>) => isAsLocked(LOCKED, { headers: new Headers(headers) })
  expect(served({ ...LOCKED.headers, date: 'today' })).toBe(true)
  expect(served({ 'Content-Security-Policy': 'sandbox' })).toBe(false)
  expect(served({ ...LOCKED.headers, 'Content-Security-Policy': 'sandbox allow-same-origin' })).toBe(false)
  expect(served({ ...LOCKED.headers, 'Content-Security-Policy': "sandbox, default-src 'self'" })).toBe(false)
})

test('a gateway without a server behind it is away, and a server that refuses is not', () => {
  expect([502, 503, 504].map((status) => isAway({ status }))).toEqual([true, true, true])
  expect([200, 302, 401, 404, 429, 500].some((status) => isAway({ status }))).toBe(false)
})
