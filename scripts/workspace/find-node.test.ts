import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findNode, isRecentEnough } from './find-node.mjs'

test.each([
  ['24.21.0', true],
  ['22.18.0', true],
  ['v22.18.1', true],
  ['22.17.9', false],
  ['20.20.2', false],
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
