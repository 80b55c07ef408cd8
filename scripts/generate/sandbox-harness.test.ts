import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { formatHarness } from './sandbox-harness.ts'

const fresh = await formatHarness(root)

test('the scripts of the sandbox are those that were built from its sources', () => {
  expect(readFileSync(join(root, 'packages/browser/src/sandbox/document/harness.generated.ts'), 'utf8') === fresh).toBe(true)
})

test('they are strict, and say nothing about where they were built', () => {
  expect(fresh).not.toContain(root)
  expect(fresh).not.toMatch(/\/\/ packages\//)
  expect(fresh.match(/use strict/g)?.length).toBeGreaterThanOrEqual(2)
})
