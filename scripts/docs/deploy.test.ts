import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp, readConfig } from '@parley/server'
import { describe, expect, test } from 'vitest'
import { unknownVariables } from '../../packages/server/src/config.ts'
import { root } from '../workspace/root.mjs'

const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
const FILES = ['Dockerfile', 'compose.yaml', 'kubernetes.yaml', 'parley.service']

describe('what deploy/ sets up', () => {
  test.each(FILES)('%s names no setting that the server does not know', (file) => {
    const names = read(file).match(/\bPARLEY_[A-Z_]+\b/g) ?? []
    expect(names.length).toBeGreaterThan(0)
    expect(unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
  })

  test('is probed at addresses that answer without a token', async () => {
    const app = createApp(readConfig({ env: { PARLEY_TOKEN: 'open-sesame', PARLEY_DISCOVER: 'no' } }))
    const paths = [...read('kubernetes.yaml').matchAll(/path: (\/\w+),/g)].map(([, path]) => path ?? '')
    expect(paths).toEqual(['/ready', '/health'])
    for (const path of [...paths, '/health']) expect((await app.request(path)).status).toBe(200)
    expect(read('Dockerfile')).toContain("+ '/health'")
  })

  test('starts the command where the package has it, as a process that hears SIGTERM itself', () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'packages', 'cli', 'package.json'), 'utf8'))
    expect(read('Dockerfile')).toContain(`CMD ["node", "node_modules/@parley/cli/${bin.parley}", "start"]`)
    expect(read('Dockerfile')).toMatch(/^USER node$/m)
  })

  test('has a proxy that passes answers on as they come', () => {
    expect(read('nginx.conf')).toContain('proxy_buffering off;')
    const { limits } = readConfig({ env: {} })
    const patience = Number(/proxy_read_timeout (\d+)s/.exec(read('nginx.conf'))?.[1])
    expect(patience * 1000).toBeGreaterThan(2 * limits.beatMs)
  })
})
