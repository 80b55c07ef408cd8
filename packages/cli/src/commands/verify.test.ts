import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportCapsule, memoryThreadStorage } from '@parley/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../main.ts'

let folder: string
let text: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-verify-'))
  const storage = memoryThreadStorage()
  const thread = {
    id: 't',
    title: 'A\u001b[2J',
    titledBy: 'person',
    mode: 'ask',
    extraSteps: 0,
    createdAt: 0,
    updatedAt: 0,
  } as const
  await storage.threads.create(thread)
  await storage.threads.append({
    threadId: 't',
    id: 'm1\u001b[2J',
    message: { role: 'user', id: 'm1\u001b[2J', parts: [{ type: 'text', text: 'Hello' }] },
    createdAt: 0,
  })
  text = (await exportCapsule({ storage, threadId: 't', tools: [], now: 0 }))!.text
})
afterAll(() => rmSync(folder, { recursive: true }))

function save(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

async function verify(...args: readonly string[]) {
  const said = { out: '', err: '' }
  const code = await runCommand(['verify', ...args], {
    terminal: { out: (words) => void (said.out += words), err: (words) => void (said.err += words), watched: false },
    env: {},
    page: () => Promise.reject(new Error('No page is needed.')),
  })
  return { code, ...said }
}

test('a conversation as it was exported is intact, and says who signed it', async () => {
  const { code, out } = await verify(save('whole.json', text))
  expect(code).toBe(0)
  expect(out).toMatch(/whole\.json: Intact: .*\n {2}signed by the installation ([0-9a-f]{4} ){8}\(Ed25519\)/)
})

test('one that was changed is told with what was changed in it, and cannot draw on the terminal', async () => {
  const { code, out } = await verify(save('changed.json', text.replace('"Hello"', '"Hallo"')))
  expect(code).toBe(2)
  expect(out).toContain('Not intact: message m1?[2J is not what it was when the capsule was exported.')
})

test('another key than the one that was named is not intact', async () => {
  const file = save('key.json', text)
  const { signedBy } = JSON.parse((await verify(file, '--json')).out)
  expect((await verify(file, '--key', signedBy.fingerprint)).code).toBe(0)
  const other = await verify(file, '--key', '0000 0000')
  expect([other.code, other.out]).toEqual([2, expect.stringContaining('not with the one that you named')])
})

test('one from before there were receipts is said to have none; of several files the worst counts', async () => {
  const { receipts: _receipts, ...old } = JSON.parse(text)
  const file = save('old.json', JSON.stringify(old))
  const { code, out } = await verify(file)
  expect([code, out]).toEqual([3, expect.stringContaining('This capsule has no receipts')])
  expect((await verify(file, save('whole.json', text), '--json')).code).toBe(3)
  expect((await verify(save('cut.json', text.slice(0, -9)), file)).code).toBe(2)
  expect((await verify(join(folder, 'nowhere.json'))).err).toContain('There is no file')
})
