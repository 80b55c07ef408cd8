import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './workspace/root.mjs'

/** The script as an install of that name would run it. */
function installedBy(agent: string | undefined, more: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env['PATH'] ?? '', ...(agent !== undefined && { npm_config_user_agent: agent }), ...more }
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'only-npm.mjs')], { env, encoding: 'utf8' })
  return { status, stderr }
}

test('whoever installs the clone with another program is told why not, and what to run', () => {
  for (const name of ['pnpm', 'yarn', 'bun'])
    expect(installedBy(`${name}/9.1.0 npm/? node/v24.0.0 linux x64`)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`${name} reads neither\\. Run: npm install`)),
    })
  for (const agent of ['npm/11.19.1 node/v24.0.0 linux x64 workspaces/true', undefined])
    expect(installedBy(agent)).toEqual({ status: 0, stderr: '' })
})

test('yarn, which looks packages up before it runs anything of ours, is handed the same sentence as its own program', () => {
  const settings = readFileSync(join(root, '.yarnrc.yml'), 'utf8')
  expect(settings).toContain('yarnPath: scripts/only-npm.mjs')
  expect(installedBy(undefined, { YARN_IGNORE_PATH: '1' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('yarn reads neither'),
  })
})
