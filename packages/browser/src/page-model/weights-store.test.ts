import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { faultOf } from '@parley/dialects'
import { expect, test } from 'vitest'
import type { PageModel } from './page-model.ts'
import { weightsOfServer } from './weights.ts'
import { openWeightsStore } from './weights-store.ts'

const error = (name: string) => new DOMException(name, name)

/** The private files of an origin: a file is what was in it when it was closed. `quota`: bytes that may be written. */
function privateFiles(quota = Number.POSITIVE_INFINITY) {
  const files = new Map<string, Blob>()
  const handle = (name: string) => ({
    getFile: async () => new File([files.get(name) ?? ''], name),
    async createWritable() {
      const chunks: BlobPart[] = []
      let room = quota
      const write = (chunk: Uint8Array<ArrayBuffer> | string) => {
        room -= chunk.length
        if (room < 0) throw error('QuotaExceededError')
        chunks.push(chunk)
      }
      const close = () => void files.set(name, new Blob(chunks))
      return Object.assign(new WritableStream({ write, close }), {
        write: async (text: string) => write(text),
        close: async () => close(),
      })
    },
  })
  const folder = {
    async getFileHandle(name: string, { create = false } = {}) {
      if (!files.has(name) && !create) throw error('NotFoundError')
      if (!files.has(name)) files.set(name, new Blob())
      return handle(name)
    },
    async removeEntry(name: string) {
      if (!files.delete(name)) throw error('NotFoundError')
    },
    async *keys() {
      yield* files.keys()
    },
  }
  const storage = {
    getDirectory: async () => ({ getDirectoryHandle: async () => folder }),
    estimate: async () => ({ quota: 1000, usage: 100 }),
    persist: async () => true,
  }
  // as: the parts of the browser's storage that are used.
  return { files, store: openWeightsStore(storage as unknown as StorageManager) }
}

const MODEL: PageModel = {
  id: 'page:momo',
  label: { message: 'momo' },
  bytes: 300_000,
  dialect: 'hermes',
  reason: { message: 'told' },
  reasoning: false,
}
const FILE = new File([new Uint8Array(300_000).fill(7)], 'momo.gguf')
const going = () => ({ onProgress: (_bytes: number) => {}, signal: new AbortController().signal })

test('weights are copied with progress, listed, opened to the byte, and deleted', async () => {
  const { store, files } = privateFiles()
  const seen: number[] = []
  await store.put(FILE, MODEL, { ...going(), onProgress: (bytes) => seen.push(bytes) })
  expect(seen.at(-1)).toBe(300_000)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect(await store.list()).toEqual([MODEL])
  expect(new Uint8Array(await (await store.open('page:momo')).arrayBuffer())).toEqual(new Uint8Array(300_000).fill(7))
  expect(await store.free()).toBe(900)
  await store.remove('page:momo')
  expect([...files]).toEqual([])
  expect(faultOf(await store.open('page:momo').catch((gone: unknown) => gone))?.words?.id).toBe('page-model.gone')
})

test('a copy that is cancelled leaves nothing behind', async () => {
  const { store, files } = privateFiles()
  const leaving = new AbortController()
  await expect(store.put(FILE, MODEL, { onProgress: () => leaving.abort(), signal: leaving.signal })).rejects.toThrow()
  expect([...files]).toEqual([])
  expect(await store.list()).toEqual([])
})

test('a browser that has no more room says so, and nothing is left behind', async () => {
  const { store, files } = privateFiles(100_000)
  const refused = await store.put(FILE, MODEL, going()).catch((problem: unknown) => problem)
  expect(faultOf(refused)).toMatchObject({ code: 'store/full', words: { id: 'page-model.no-room' } })
  expect([...files]).toEqual([])
})

test('a server that goes away in the middle of a copy is named, and nothing is left behind', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 300_000 })
    response.write(Buffer.alloc(100_000), () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { store, files } = privateFiles()
  const copied = store.put(weightsOfServer('momo', 300_000, `http://127.0.0.1:${port}`), MODEL, going())
  expect(faultOf(await copied.catch((problem: unknown) => problem))).toMatchObject({
    code: 'transport/disconnected',
    words: { id: 'page-model.broke-off' },
  })
  expect([...files]).toEqual([])
  server.close()
})

test('what is not whole is no model', async () => {
  const { store, files } = privateFiles()
  await store.put(FILE, MODEL, going())
  files.set('momo.gguf', new Blob(['cut']))
  files.set('other.json', new Blob(['{']))
  expect(await store.list()).toEqual([])
})
