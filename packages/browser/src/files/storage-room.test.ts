import { expect, it } from 'vitest'
import { askToPersist, measureRoom } from './storage-room.ts'

function createStorage({ persisted = false, answer = true }) {
  const asked: string[] = []
  // The three methods are all that is used of a storage manager.
  const storage = {
    estimate: async () => ({ usage: 10, quota: 100 }),
    persisted: async () => persisted,
    persist: async () => {
      asked.push('persist')
      return answer
    },
  } as unknown as StorageManager
  const notes = new Map<string, string>()
  const memory = {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => void notes.set(key, value),
  }
  return { storage, memory, asked }
}

it('asks once, and not again when the answer was no', async () => {
  const { storage, memory, asked } = createStorage({ answer: false })
  expect(await askToPersist(storage, memory)).toBe(false)
  expect(await askToPersist(storage, memory)).toBe(false)
  expect(asked).toEqual(['persist'])
})

it('does not ask for a promise that was given', async () => {
  const { storage, memory, asked } = createStorage({ persisted: true })
  expect(await askToPersist(storage, memory)).toBe(true)
  expect(asked).toEqual([])
})

it('tells how much room there is, and nothing in a browser that does not say', async () => {
  expect(await measureRoom(createStorage({}).storage)).toEqual({ used: 10, limit: 100, persistent: false })
  // A browser without the interface has no such property at all.
  expect(await measureRoom({} as StorageManager)).toBeUndefined()
})
