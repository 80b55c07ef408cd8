import { expect, test } from 'vitest'
import { createMemoryFiles } from '../files/memory-files.ts'
import { toPath } from '../files/path.ts'
import type { Effect, ToolContext } from '../tools/tool.ts'
import { withLongTextInFiles } from './long-results.ts'

function contextOf(files?: ToolContext['files']) {
  const did: Effect[] = []
  const context: ToolContext = {
    callId: 'key',
    language: 'en',
    onProgress: () => {},
    onEffect: (effect) => did.push(effect),
    human: async () => null,
    signal: new AbortController().signal,
    ...(files && { files }),
  }
  return { context, did }
}
const text = (words: string) => ({ type: 'text', text: words }) as const
const long = 'line\n'.repeat(60_000)

test('text that is too long for a model lies whole in a file of the thread, and the model is told where', async () => {
  const files = createMemoryFiles()
  const { context, did } = contextOf(files)
  const told = await withLongTextInFiles([text('short'), text(long), text('after')], 'get logs/../', context)
  expect(told.map((part) => part.type === 'text' && part.text.length < 3000)).toEqual([true, true, true])
  expect(told[1]).toMatchObject({
    text: expect.stringContaining('All 300000 characters are in the file /results/get_logs____.txt'),
  })
  const path = toPath('/results/get_logs____.txt')
  expect((await files.read(path, { actor: 'user' })).data).toBe(long)
  expect(did).toEqual([{ kind: 'write-files', path }])
  await withLongTextInFiles([text(`${long}!`)], 'get logs/../', context)
  expect((await files.read(path, { actor: 'user' })).data).toBe(long)
})

test('text that fits is told as it is', async () => {
  const { context, did } = contextOf(createMemoryFiles())
  const parts = [text('short'), { type: 'file', mediaType: 'image/png', data: 'AA==' } as const]
  expect(await withLongTextInFiles(parts, 'x', context)).toEqual(parts)
  expect(did).toEqual([])
})

test('where a page keeps no files, what is missing is said', async () => {
  const [told] = await withLongTextInFiles([text(long)], 'x', contextOf().context)
  expect(told).toMatchObject({ text: expect.stringContaining('298000 characters were left out') })
})
