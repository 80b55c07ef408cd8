import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.mjs'

let folder: string
const take = () => fingerprint(folder, ['src', 'lock.json'], (path) => !path.endsWith('.test.ts'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fingerprint-'))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src', 'a.ts'), 'one')
  writeFileSync(join(folder, 'lock.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the same files have the same fingerprint', () => {
  expect(take()).toBe(take())
})

test('a changed, added, renamed or moved file changes it', () => {
  const seen = new Set([take()])
  writeFileSync(join(folder, 'src', 'a.ts'), 'two')
  seen.add(take())
  writeFileSync(join(folder, 'src', 'b.ts'), '')
  seen.add(take())
  rmSync(join(folder, 'src', 'b.ts'))
  writeFileSync(join(folder, 'src', 'c.ts'), '')
  seen.add(take())
  writeFileSync(join(folder, 'lock.json'), '{ }')
  seen.add(take())
  expect(seen.size).toBe(5)
})

test('a file that is not wanted does not count', () => {
  const before = take()
  writeFileSync(join(folder, 'src', 'a.test.ts'), 'anything')
  expect(take()).toBe(before)
})
