import { createApp, readConfig } from '@parley/server'
import { expect, test } from 'vitest'
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

test.each(Object.entries<object>(document.paths))('%s is a door of the server', async (path, methods) => {
  const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' } }))
  for (const method of Object.keys(methods)) {
    const response = await app.request(`http://127.0.0.1${path}`, { method: method.toUpperCase() })
    expect(response.status).not.toBe(404)
  }
})

test('the example of a turn ends in a call of the tool that was switched on', () => {
  const { example } = document.paths['/api/chat'].post.responses['200'].content['application/json']
  expect(JSON.stringify(example)).toContain('browser_js_eval')
})
