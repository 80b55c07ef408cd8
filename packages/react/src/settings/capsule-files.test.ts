import { createMemoryFiles, toPath } from '@parley/browser/files'
import { describe, expect, it } from 'vitest'
import { capsuleFiles } from './data-page.tsx'

describe('capsuleFiles', () => {
  it('carries text and bytes into another workspace unchanged', async () => {
    const [from, to] = [createMemoryFiles(), createMemoryFiles()]
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    await from.write(toPath('/notes/plan.md'), '计划 ✓\n', { actor: 'user' })
    await from.write(toPath('/picture.bin'), bytes, { actor: 'model' })
    await capsuleFiles(to).writeAll(await capsuleFiles(from).readAll())
    expect((await to.read(toPath('/notes/plan.md'), { actor: 'user' })).data).toBe('计划 ✓\n')
    expect((await to.read(toPath('/picture.bin'), { actor: 'user' })).data).toEqual(bytes)
  })
  it('refuses a path that would leave the workspace, and writes nothing', async () => {
    const to = createMemoryFiles()
    await expect(
      capsuleFiles(to).writeAll([
        { path: '/fine.txt', text: 'a' },
        { path: 'no\u0000pe', text: 'b' },
      ]),
    ).rejects.toThrow()
    expect(await to.tree(toPath('/'), { actor: 'user' })).toEqual([])
  })
})
