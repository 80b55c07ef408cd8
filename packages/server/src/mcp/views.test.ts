import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mcpLabs } from './testing/mcp-lab.ts'

const start = mcpLabs()
const program = fileURLToPath(new URL('testing/app-server.ts', import.meta.url))
const apps = { apps: { command: process.execPath, args: [program] } }

test('a tool says what its server draws of it, and which tools are for views alone', async () => {
  const lab = await start(apps)
  const tools = await lab.tools('apps')
  expect(tools.map(({ tool, view, isAppOnly }) => [tool, view, isAppOnly])).toEqual([
    ['show_budget', 'ui://good', undefined],
    ['show_map', 'ui://map', undefined],
    ['show_evil', 'ui://evil', undefined],
    ['save_budget', undefined, true],
  ])
  const view = await lab.send('view', { server: 'apps', uri: 'ui://good' })
  expect(await view.json()).toMatchObject({ html: expect.stringContaining('Budget'), connect: [], resource: [] })
  expect((await lab.send('view', { server: 'apps', uri: 'file:///etc/passwd' })).status).toBe(400)
  expect((await lab.send('view', { server: 'apps', uri: 'ui://none' })).status).toBe(404)
})

test('what a server cannot do is told in its words, and is no failure of ours', async () => {
  const lab = await start(apps)
  await lab.tools('apps')
  const response = await lab.send('servers/apps/resources', undefined, { method: 'GET' })
  expect(await response.text()).toContain('no resources/list')
  expect(response.status).toBe(409)
})

test('the document of a view has no origin and reaches nobody, whatever its address says', async () => {
  const lab = await start(apps)
  const policyOf = async (query: string) =>
    (await fetch(`${lab.url}/mcp-view.html?${query}`)).headers.get('content-security-policy') ?? ''
  const locked = await policyOf('')
  for (const rule of ["default-src 'none'", "connect-src 'none'", "frame-ancestors 'self'", 'sandbox allow-scripts'])
    expect(locked.split('; ')).toContain(rule)
  const evil = ['*', 'https:', "'self'", 'http://x.example', 'https://x.example; script-src *', 'https://*', 'data:', 'https://a']
  expect(
    await policyOf(
      new URLSearchParams(
        evil.flatMap((value) => [
          ['connect', value],
          ['resource', value],
        ]),
      ).toString(),
    ),
  ).toBe(locked)
  const granted = await policyOf('connect=https://api.example.com&resource=https://*.cdn.example')
  expect(granted).toContain('connect-src https://api.example.com;')
  expect(granted).toContain("script-src 'unsafe-inline' https://*.cdn.example;")
  expect(granted).not.toContain('allow-same-origin')
})
