import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@parley/server'
import { type RunningServer, startServer } from '@parley/server/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatOpenApi } from './open-api.ts'

const text = await formatOpenApi('1.2.3')
const document = JSON.parse(text)

test('the same server gives the same bytes', async () => {
  expect(await formatOpenApi('1.2.3')).toBe(text)
})

test('everything it refers to is in it', () => {
  const references = Array.from(text.matchAll(/"\$ref": "#\/([^"]+)"/g), ([, path = '']) => path.split('/'))
  expect(references.length).toBeGreaterThan(10)
  for (const path of references) expect(path.reduce((place, step) => place?.[step], document)).toBeDefined()
})

describe('the server', () => {
  let server: RunningServer
  const folder = mkdtempSync(join(tmpdir(), 'parley-doors-'))
  const ask = async (path: string, method: string) =>
    await (await fetch(new URL(path, server.url), { method, headers: { origin: new URL(server.url).origin } })).text()

  beforeAll(async () => {
    const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DATA: folder } })
    server = await startServer({ config: { ...config, port: 0 } })
  })
  afterAll(async () => {
    await server.stop(0)
    rmSync(folder, { recursive: true })
  })

  test.each(Object.entries<object>(document.paths))('has the door %s', async (path, methods) => {
    for (const method of Object.keys(methods)) expect(await ask(path, method.toUpperCase())).not.toContain('There is nothing at')
  })

  test('says so where there is none', async () => {
    expect(await ask('/api/nowhere', 'GET')).toContain('There is nothing at')
  })
})

test('the example of a turn ends in a call of the tool that was switched on', () => {
  const { example } = document.paths['/api/chat'].post.responses['200'].content['application/json']
  expect(JSON.stringify(example)).toContain('browser_js_eval')
})
