import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createServer, type InlineConfig, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxPages } from './document.ts'
import { formatHeadersFile, studioHeaders } from './headers.ts'
import { lockedSandbox } from './vite.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-vite-'))
const app = (plugin: Plugin): InlineConfig => ({ configFile: false, logLevel: 'silent', root: folder, plugins: [plugin] })

const read = (file: string) => readFileSync(join(folder, 'dist', file), 'utf8')

beforeAll(() => writeFileSync(join(folder, 'index.html'), '<!doctype html><title>App</title><p>Mine</p>'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a build has the locked documents and their headers, and says of your pages what you say', async () => {
  await build(app(lockedSandbox()))
  for (const { path, html } of sandboxPages()) expect(read(path)).toBe(html)
  expect(read('_headers')).toBe(formatHeadersFile(sandboxPages()))
  await build(app(lockedSandbox({ pageHeaders: studioHeaders() })))
  expect(read('_headers')).toBe(formatHeadersFile([{ path: '/*', headers: studioHeaders() }, ...sandboxPages()]))
})

test('the dev server answers with the same documents, locked', async () => {
  const server = await createServer({ ...app(lockedSandbox()), server: { host: '127.0.0.1', port: 0 } })
  await server.listen()
  try {
    for (const { path, html, headers } of sandboxPages()) {
      const response = await fetch(new URL(path, server.resolvedUrls?.local[0]))
      expect(await response.text()).toBe(html)
      for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value)
    }
  } finally {
    await server.close()
  }
})
