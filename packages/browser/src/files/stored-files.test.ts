import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileErrorCode } from './file-error.ts'
import type { By, FileChange, FileSystem } from './file-system.ts'
import { openIndexedDbFiles } from './indexeddb-files.ts'
import { createMemoryFiles } from './memory-files.ts'
import { toPath as path, ROOT } from './path.ts'

const user: By = { actor: 'user' }
const model: By = { actor: 'model', call: 'call-1' }
let time = 0
let databases = 0

const kinds: Record<string, () => Promise<FileSystem>> = {
  memory: async () => createMemoryFiles({ clock: () => ++time }),
  IndexedDB: () => openIndexedDbFiles({ name: `suite-${++databases}`, clock: () => ++time }),
}

async function refusal(work: Promise<unknown>): Promise<{ code: FileErrorCode; path: string }> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ name: 'FileError', message: expect.stringMatching(/^[A-Z/].*\.$/s) })
  const { code, path: where } = error as { code: FileErrorCode; path: string }
  return { code, path: where }
}

describe.each(Object.keys(kinds))('files in %s', (kind) => {
  let files: FileSystem
  const text = async (where: string) => (await files.read(path(where), user)).data
  const names = async (where: string) => (await files.list(path(where), user)).map((entry) => entry.name)
  const write = (where: string, data: string | Uint8Array<ArrayBuffer>, by = user) => files.write(path(where), data, by)

  beforeEach(async () => {
    time = 0
    files = await (kinds[kind] as () => Promise<FileSystem>)()
  })
  afterEach(() => files.close())

  it('reads back what was written, and creates the folders above', async () => {
    const { entry, replaced } = await write('/src/deep/App.tsx', 'hello', model)
    expect(entry).toMatchObject({
      type: 'file',
      path: '/src/deep/App.tsx',
      name: 'App.tsx',
      size: 5,
      version: 1,
      binary: false,
      by: model,
    })
    expect(replaced).toBeUndefined()
    expect(await text('/src/deep/App.tsx')).toBe('hello')
    expect(await names('/')).toEqual(['src'])
    expect(await files.stat(path('/src'), user)).toMatchObject({ type: 'folder', name: 'src' })
  })

  it('keeps large contents and bytes exactly', async () => {
    const large = 'é'.repeat(50_000)
    const bytes = Uint8Array.from({ length: 9000 }, (_, index) => index % 256)
    await write('/large.txt', large)
    await write('/bytes.bin', bytes)
    expect(await text('/large.txt')).toBe(large)
    expect((await files.stat(path('/large.txt'), user)) as object).toMatchObject({ size: 100_000 })
    const read = await files.read(path('/bytes.bin'), user)
    expect(read.data).toEqual(bytes)
    expect(read.entry.binary).toBe(true)
  })

  it('keeps huge contents exactly, through overwriting, moving, undoing and going back', async () => {
    const huge = Uint8Array.from({ length: 400_000 }, (_, index) => (index * 7) % 256)
    const story = '\ufeff故事\n'.repeat(60_000)
    const writing = write('/huge', huge, model)
    huge[5] = 99
    await writing
    huge[5] = 35
    await write('/story', new TextEncoder().encode(story))
    expect(await text('/huge')).toEqual(huge)
    expect(await text('/story')).toBe(story)
    const moment = await files.history.now()
    await write('/story', 'short')
    await files.move(path('/huge'), path('/moved'), user)
    await files.remove(path('/moved'), user)
    await files.history.restoreAll(ROOT, moment, user)
    expect(await text('/huge')).toEqual(huge)
    expect(await text('/story')).toBe(story)
    await files.copy(path('/story'), path('/copy'), user)
    await write('/story', 'short')
    await files.history.retain({ maxBytes: 0 })
    expect(await text('/copy')).toBe(story)
    expect(await text('/huge')).toEqual(huge)
  })

  it('gives text for whatever is valid UTF-8, however it was written', async () => {
    const encoder = new TextEncoder()
    for (const content of ['', 'plain', '\ufeffé\0', '字'.repeat(4000)]) {
      await write('/text', content)
      await write('/bytes', encoder.encode(content))
      expect(await text('/bytes')).toBe(content)
      expect(await text('/text')).toBe(content)
    }
    expect(await files.stat(path('/text'), user)).toMatchObject({ binary: false })
    await write('/text', 'a\0b')
    expect(await files.stat(path('/text'), user)).toMatchObject({ binary: true })
  })

  it('does not notice when a caller scribbles in bytes it handed in or got out', async () => {
    const bytes = Uint8Array.of(255, 2, 3)
    const writing = write('/b', bytes)
    bytes[0] = 9
    await writing
    const first = (await files.read(path('/b'), user)).data as Uint8Array
    first[1] = 9
    expect((await files.read(path('/b'), user)).data).toEqual(Uint8Array.of(255, 2, 3))
  })

  it('names content by its SHA-256 whatever its size', async () => {
    const small = await write('/a', 'abc')
    const large = await write('/b', 'a'.repeat(1_000_000))
    expect(small.entry.hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(large.entry.hash).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0')
  })

  it('refuses with the code, the path and a sentence', async () => {
    await write('/f', '1')
    await write('/d/f', '1')
    expect(await refusal(files.read(path('/nothing'), user))).toEqual({ code: 'ENOENT', path: '/nothing' })
    expect(await refusal(files.read(path('/d'), user))).toEqual({ code: 'EISDIR', path: '/d' })
    expect(await refusal(files.read(ROOT, user))).toEqual({ code: 'EISDIR', path: '/' })
    expect(await refusal(files.read(path('/f/x/y'), user))).toEqual({ code: 'ENOTDIR', path: '/f' })
    expect(await refusal(files.list(path('/f'), user))).toEqual({ code: 'ENOTDIR', path: '/f' })
    expect(await refusal(files.list(path('/none'), user))).toEqual({ code: 'ENOENT', path: '/none' })
    expect(await refusal(write('/d', 'x'))).toEqual({ code: 'EISDIR', path: '/d' })
    expect(await refusal(write('/', 'x'))).toEqual({ code: 'EISDIR', path: '/' })
    expect(await refusal(write('/f/x', 'x'))).toEqual({ code: 'ENOTDIR', path: '/f' })
    expect(await refusal(files.mkdir(path('/f'), user))).toEqual({ code: 'EEXIST', path: '/f' })
    expect(await refusal(files.remove(path('/d'), user))).toEqual({ code: 'ENOTEMPTY', path: '/d' })
    expect(await refusal(files.remove(ROOT, user, { recursive: true }))).toEqual({ code: 'EINVAL', path: '/' })
    expect(await refusal(files.move(path('/d'), path('/d/e/f'), user))).toEqual({ code: 'EINVAL', path: '/d/e/f' })
    expect(await refusal(files.move(path('/d'), path('/f'), user))).toEqual({ code: 'EEXIST', path: '/f' })
    expect(await refusal(files.copy(path('/none'), path('/g'), user))).toEqual({ code: 'ENOENT', path: '/none' })
    expect((await files.history.operations()).length).toBe(2)
  })

  it('writes many files or none', async () => {
    await write('/d/f', '1')
    const batch = [
      { path: path('/n/a'), data: 'a' },
      { path: path('/n/b'), data: 'b' },
      { path: path('/d'), data: 'no' },
    ]
    expect(await refusal(files.writeMany(batch, user))).toEqual({ code: 'EISDIR', path: '/d' })
    expect(await names('/')).toEqual(['d'])
    await files.writeMany(batch.slice(0, 2), user)
    const read = await files.readMany([path('/n/b'), path('/n/c'), path('/n'), path('/n/a')], user)
    expect(read.map((file) => file?.data)).toEqual(['b', undefined, undefined, 'a'])
  })

  it('moves a folder with everything in it and leaves its neighbours of similar name', async () => {
    await write('/a/x', '1')
    await write('/a/b/y', '2'.repeat(5000))
    await write('/a-b', 'near')
    await write('/a0', 'near')
    const moved = await files.move(path('/a'), path('/new/place'), user)
    expect(moved).toMatchObject({ type: 'folder', path: '/new/place' })
    expect((await files.tree(ROOT, user)).map((entry) => entry.path)).toEqual([
      '/a-b',
      '/a0',
      '/new',
      '/new/place',
      '/new/place/b',
      '/new/place/x',
      '/new/place/b/y',
    ])
    expect(await text('/new/place/b/y')).toBe('2'.repeat(5000))
    expect((await files.tree(path('/new/place'), user)).length).toBe(3)
  })

  it('copies a folder and keeps both apart', async () => {
    await write('/a/x', '1')
    await files.copy(path('/a'), path('/b'), model)
    await write('/a/x', '2')
    expect(await text('/b/x')).toBe('1')
    expect(await refusal(files.copy(path('/a'), path('/a'), user))).toEqual({ code: 'EEXIST', path: '/a' })
  })

  it('renames a thing to its own name without a change', async () => {
    await write('/a', '1')
    expect(await files.move(path('/a'), path('/a'), user)).toMatchObject({ version: 1 })
    expect(await files.history.now()).toBe(1)
  })

  it('removes a folder only when told so', async () => {
    await write('/a/b/c', '1')
    await files.remove(path('/a'), user, { recursive: true })
    expect(await files.tree(ROOT, user)).toEqual([])
    await files.mkdir(path('/e/f'), user)
    await files.remove(path('/e/f'), user)
    expect(await names('/e')).toEqual([])
  })

  it('refuses a write that was built on another version, and says who changed it', async () => {
    const first = await write('/a', '1')
    await write('/a', '2', model)
    const stale = files.write(path('/a'), '3', user, { expect: first.entry.version })
    await expect(stale).rejects.toThrow(
      '/a was changed by the model after it was read. Read it again and repeat the change on what it says now.',
    )
    expect(await refusal(files.write(path('/a'), '3', user, { expect: 'absent' }))).toEqual({ code: 'EEXIST', path: '/a' })
    expect(await refusal(files.write(path('/b'), '3', user, { expect: 1 }))).toEqual({ code: 'ESTALE', path: '/b' })
    expect(await text('/a')).toBe('2')
    const replaced = await files.write(path('/a'), '3', user, { expect: 2 })
    expect(replaced.replaced).toMatchObject({ version: 2, by: model })
  })

  it('goes as deep as a path can be long', async () => {
    const deep = '/d'.repeat(1500)
    await write(`${deep}/leaf`, 'bottom')
    expect((await files.tree(ROOT, user)).length).toBe(1501)
    await files.move(path('/d'), path('/e'), user)
    expect(await text(`/e${deep.slice(2)}/leaf`)).toBe('bottom')
    expect(await refusal(files.read(path(`${deep}/leaf`), user))).toMatchObject({ code: 'ENOENT' })
    await files.history.restoreAll(ROOT, 1, user)
    await files.remove(path('/d'), user, { recursive: true })
    expect(await names('/')).toEqual([])
  })

  it('treats names as data, also the ones that JavaScript treats specially', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', '日本語', '👩‍👩‍👧', ' ', '...', 'a\\b']) {
      await write(`/${name}/${name}`, name)
      expect(await text(`/${name}/${name}`)).toBe(name)
    }
    expect((await names('/')).length).toBe(8)
  })

  it('tells watchers of every operation once and in order, from the moment they watch', async () => {
    await write('/before', '1')
    const seen: FileChange[][] = []
    const stop = files.watch((changes) => seen.push([...changes]))
    await write('/a/b', '1', model)
    await write('/a/b', '2')
    await files.move(path('/a'), path('/c'), user)
    await files.remove(path('/c'), user, { recursive: true })
    await expect.poll(() => seen.length).toBe(4)
    stop()
    await write('/after', '1')
    expect(seen.map((changes) => changes.map((change) => `${change.kind} ${change.path}`))).toEqual([
      ['created /a', 'created /a/b'],
      ['changed /a/b'],
      ['removed /a', 'created /c', 'removed /a/b', 'created /c/b'],
      ['removed /c/b', 'removed /c'],
    ])
    expect(seen[0]?.[1]).toMatchObject({ type: 'file', by: model, version: 2 })
    expect(seen[2]?.[3]).toMatchObject({ from: '/a/b' })
  })
})

it('says what to do when the browser takes the database away', async () => {
  const files = await openIndexedDbFiles({ name: 'taken-away' })
  await files.write(path('/a'), '1', user)
  await new Promise<void>((resolve) => {
    indexedDB.deleteDatabase('taken-away').onsuccess = () => resolve()
  })
  expect(await refusal(files.read(path('/a'), user))).toEqual({ code: 'EACCES', path: '/' })
  expect(await refusal(files.write(path('/a'), '2', user))).toEqual({ code: 'EACCES', path: '/' })
})

it('the last of several writes to one path in a batch stays, and nothing holds on to the others', async () => {
  const name = `suite-${++databases}`
  const files = await openIndexedDbFiles({ name })
  const [first, last] = ['a'.repeat(9000), 'b'.repeat(9000)]
  await files.writeMany(
    [first, 'small', first, last].map((data) => ({ path: path('/a'), data })),
    user,
  )
  expect((await files.read(path('/a'), user)).data).toBe(last)
  expect(await files.history.versions(path('/a'), user)).toHaveLength(1)
  files.close()
  const links = await new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => {
      const all = opening.result.transaction('links').objectStore('links').getAllKeys()
      all.addEventListener('success', () => resolve(all.result))
    })
  })
  expect(links).toEqual([[expect.stringMatching(/^[0-9a-f]{64}$/), '/a']])
})
