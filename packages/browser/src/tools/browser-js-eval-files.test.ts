import { expect, test } from 'vitest'
import { housePolicy } from '../approval/policy.ts'
import { denyPaths } from '../approval/rules.ts'
import { createMemoryFiles } from '../files/memory-files.ts'
import { toPath } from '../files/path.ts'
import { createFilesBridge } from './browser-js-eval-files.ts'
import type { Effect, ToolContext } from './tool.ts'

const { signal } = new AbortController()
const context: ToolContext = { callId: 'call_7', language: 'en', onProgress: () => undefined, human: async () => null, signal }
const policy = housePolicy({ rules: [denyPaths(['/locked/**'], ['write-files', 'delete-files'], 'you')] })

function bridge() {
  const files = createMemoryFiles()
  const asked: Effect[] = []
  const capability = createFilesBridge(files, (question) => {
    asked.push(...question.effects)
    return policy(question)
  })(context)
  return { files, asked, capability }
}

test('a program writes, reads, lists and deletes, in the name of its call', async () => {
  const { files, asked, capability } = bridge()
  await capability.write('/a/../b.txt', 'hello', signal)
  expect(await capability.read('/b.txt', signal)).toBe('hello')
  expect(await capability.list('/', signal)).toEqual([{ name: 'b.txt', type: 'file' }])
  const entry = await files.stat(toPath('/b.txt'), { actor: 'user' })
  expect(entry).toMatchObject({ by: { actor: 'model', call: 'call_7' } })
  await capability.delete('/b.txt', signal)
  expect(await capability.list('/', signal)).toEqual([])
  expect(asked[0]).toEqual({ kind: 'write-files', path: '/b.txt' })
})

test('the policy sees the resolved path, and what it denies is refused with its reason', async () => {
  const { files, capability } = bridge()
  await expect(capability.write('/open/../locked/x', '1', signal)).rejects.toThrow(/locked/)
  await expect(files.stat(toPath('/locked/x'), { actor: 'user' })).rejects.toThrow()
})

test('a missing file, a folder, a bad path and bytes are told in words', async () => {
  const { files, capability } = bridge()
  await files.write(toPath('/bytes'), new Uint8Array([0, 255, 0]), { actor: 'user' })
  await expect(capability.read('/none', signal)).rejects.toThrow('/none')
  await expect(capability.read('relative', signal)).rejects.toThrow()
  await expect(capability.read('/bytes', signal)).rejects.toThrow('not a text file')
})

test('a rehearsed program reaches only what the mode allows for the very path', async () => {
  const files = createMemoryFiles()
  const house = housePolicy({ outside: ['/shared/**'], rules: [denyPaths(['/locked/**'], ['write-files'], 'you')] })
  const capability = createFilesBridge(files, house, { rehearses: true })(context)
  await capability.write('/a', '1', signal)
  await capability.write('/shared/a', '1', signal)
  expect(await capability.read('/a', signal)).toBe('1')
  await expect(capability.read('/shared/a', signal)).rejects.toThrow('beside the files of this thread')
  await expect(capability.write('/locked/x', '1', signal)).rejects.toThrow('locked')
})
