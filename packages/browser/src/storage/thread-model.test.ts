import { expect, test } from 'vitest'
import { blankThread } from '../conversation/conversation.ts'
import { memoryThreads } from './memory-threads.ts'
import { openThreadModel } from './thread-model.ts'

test('a thread has a model of its own, which every tab hears of, and which what else is kept with it survives', async () => {
  const threads = memoryThreads()
  await threads.create({ ...blankThread('t', 1), settings: { foundTools: ['a'] } })
  await threads.create({ ...blankThread('other', 1), settings: { model: 'a name alone' } })
  const [here, there, other] = await Promise.all(['t', 't', 'other'].map((id) => openThreadModel(threads, id)))
  expect([here?.get(), other?.get()]).toEqual([undefined, undefined])
  let heard = 0
  there?.subscribe(() => void heard++)
  here?.set({ id: 'qwen', contextTokens: 8192, sees: false, dialect: 'hermes' })
  expect(here?.get()).toEqual({ id: 'qwen', contextTokens: 8192, sees: false, dialect: 'hermes' })
  await expect.poll(() => there?.get()).toEqual({ id: 'qwen', contextTokens: 8192, sees: false, dialect: 'hermes' })
  expect(heard).toBe(1)
  expect((await threads.find('t'))?.settings).toEqual({
    foundTools: ['a'],
    model: { id: 'qwen', contextTokens: 8192, sees: false, dialect: 'hermes' },
  })
  expect(other?.get()).toBeUndefined()
})
