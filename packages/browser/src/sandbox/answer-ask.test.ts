import { expect, test } from 'vitest'
import { answerAsk } from './answer-ask.ts'
import type { Capabilities, FilesCapability } from './sandbox.ts'

const { signal } = new AbortController()
const files: FilesCapability = {
  read: async (path) => `text of ${path}`,
  write: async (path) => {
    throw new Error(`The rule "locked" forbids writing ${path}.`)
  },
  list: async () => [{ name: 'a.txt', type: 'file' }],
  delete: async () => undefined,
}

function ask(capabilities: Capabilities, name: string, ...args: readonly unknown[]) {
  return answerAsk(capabilities, { name, json: JSON.stringify(args) }, signal)
}

test('granted files are read and listed', async () => {
  expect(await ask({ files }, 'files.read', '/a')).toEqual({ ok: true, json: '"text of /a"' })
  expect(await ask({ files }, 'files.list', '/')).toEqual({ ok: true, json: '[{"name":"a.txt","type":"file"}]' })
})

test('what the policy refuses is told to the program', async () => {
  expect(await ask({ files }, 'files.write', '/a', 'x')).toEqual({
    ok: false,
    json: '"The rule \\"locked\\" forbids writing /a."',
  })
})

test.each([
  [{}, 'files.read', '/a'],
  [{ files }, 'files.constructor', '/a'],
  [{ files }, 'network.fetch', 'http://x/'],
  [{}, '__proto__', '/a'],
])('%j does not grant %s', async (capabilities, name, path) => {
  expect(await ask(capabilities, name, path)).toMatchObject({ ok: false })
})

test('arguments of the wrong kind are refused', async () => {
  expect(await ask({ files }, 'files.read', { path: '/a' })).toEqual({ ok: false, json: '"The argument path must be text."' })
  expect(await answerAsk({ files }, { name: 'files.read', json: '{' }, signal)).toMatchObject({ ok: false })
})
