import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { By, FileSystem } from '../file-system.ts'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { toPath as path, ROOT } from '../path.ts'

const user: By = { actor: 'user' }
const large = (letter: string) => letter.repeat(10_000)
const calling = (call: string): By => ({ actor: 'model', call })
let time = 0
let databases = 0

const kinds: Record<string, () => Promise<FileSystem>> = {
  memory: async () => createMemoryFiles({ clock: () => time }),
  IndexedDB: () => openIndexedDbFiles({ name: `history-${++databases}`, clock: () => time }),
}

describe.each(Object.keys(kinds))('the history of files in %s', (kind) => {
  let files: FileSystem
  const write = (where: string, data: string, by = user) => {
    time++
    return files.write(path(where), data, by)
  }
  const text = async (where: string) => (await files.read(path(where), user)).data
  const versions = async (where: string) =>
    (await files.history.versions(path(where), user)).map(
      ({ entry, operation, by }) => `${entry.version} ${operation} ${by.actor}`,
    )
  const paths = async () => (await files.tree(ROOT, user)).map((entry) => entry.path)

  beforeEach(async () => {
    time = 0
    files = await (kinds[kind] as () => Promise<FileSystem>)()
  })
  afterEach(() => files.close())

  it('keeps every write with time, author and call', async () => {
    await write('/a', 'one')
    await write('/a', 'two', calling('call-7'))
    const [newest, oldest] = await files.history.versions(path('/a'), user)
    expect(newest).toMatchObject({
      time: 2,
      by: { actor: 'model', call: 'call-7' },
      operation: 'write',
      entry: { version: 2, size: 3 },
    })
    expect(oldest).toMatchObject({ time: 1, by: user, entry: { version: 1 } })
    expect((await files.history.readVersion(path('/a'), 1, user)).data).toBe('one')
    await expect(files.history.readVersion(path('/a'), 9, user)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('compares two versions', async () => {
    await write('/a', 'one\ntwo\n')
    await write('/a', 'one\n2\n')
    expect(await files.history.diff(path('/a'), 1, 2, user)).toContain('@@ -1,2 +1,2 @@\n one\n-two\n+2\n')
  })

  it('restores an old content as a new version, also of a file that was removed', async () => {
    await write('/a/f', 'one')
    await write('/a/f', 'two')
    await files.history.restore(path('/a/f'), 1, user)
    expect(await text('/a/f')).toBe('one')
    await files.remove(path('/a'), user, { recursive: true })
    await files.history.restore(path('/a/f'), 2, user)
    expect(await text('/a/f')).toBe('two')
    expect(await versions('/a/f')).toEqual(['5 restore user', '3 restore user', '2 write user', '1 write user'])
  })

  it('follows a file through its moves, and keeps apart what lived there before', async () => {
    await write('/b', 'another file')
    await files.remove(path('/b'), user)
    await write('/a', 'one')
    await files.move(path('/a'), path('/b'), user)
    await write('/b', 'two')
    const found = await files.history.versions(path('/b'), user)
    expect(found.map(({ entry, formerPath }) => [entry.version, formerPath])).toEqual([
      [5, undefined],
      [4, undefined],
      [3, '/a'],
    ])
    expect((await files.history.readVersion(path('/b'), 3, user)).data).toBe('one')
    expect((await files.history.readVersion(path('/a'), 3, user)).data).toBe('one')
  })

  it('takes back everything that one call did', async () => {
    await write('/keep', 'old')
    const call = calling('call-1')
    await write('/keep', 'new', call)
    await write('/made/x', 'x', call)
    await files.move(path('/made/x'), path('/made/y'), call)
    await files.remove(path('/keep'), call)
    expect(await files.history.undo('call-1', user)).toEqual({ restored: ['/keep', '/made', '/made/y'], conflicts: [] })
    expect(await paths()).toEqual(['/keep'])
    expect(await text('/keep')).toBe('old')
  })

  it('leaves alone what was changed again after the call, and says so', async () => {
    const call = calling('call-1')
    await write('/a', 'model', call)
    await write('/b', 'model', call)
    await write('/dir/c', 'model', call)
    await write('/a', 'person')
    await write('/dir/mine', 'person')
    expect(await files.history.undo('call-1', user)).toEqual({ restored: ['/b', '/dir/c'], conflicts: ['/a', '/dir'] })
    expect(await paths()).toEqual(['/a', '/dir', '/dir/mine'])
    expect(await files.history.undo('never-made', user)).toEqual({ restored: [], conflicts: [] })
  })

  it('brings one folder back to a moment and leaves the rest', async () => {
    await write('/work/a', '1')
    await write('/work/gone', '1'.repeat(5000))
    await write('/other', '1')
    const moment = await files.history.now()
    await write('/work/a', '2')
    await files.move(path('/work/gone'), path('/work/moved'), user)
    await write('/work/moved', 'short')
    await write('/work/deep/new', 'n')
    await write('/other', '2')
    await files.remove(path('/work'), user, { recursive: true })
    await files.history.restoreAll(path('/work'), moment, user)
    expect(await paths()).toEqual(['/other', '/work', '/work/a', '/work/gone'])
    expect([await text('/work/a'), await text('/work/gone'), await text('/other')]).toEqual(['1', '1'.repeat(5000), '2'])
  })

  it('finds the moment that belongs to a time', async () => {
    await write('/a', '1')
    time = 100
    await write('/a', '2')
    expect(await files.history.versionAt(50)).toBe(2 - 1)
    expect(await files.history.versionAt(500)).toBe(2)
    expect(await files.history.versionAt(0)).toBe(0)
  })

  it('lists operations, newest first, also of one folder only', async () => {
    await write('/a/x', '1', calling('call-1'))
    await write('/b', '1')
    await files.move(path('/a'), path('/c'), user)
    const all = await files.history.operations()
    expect(all.map(({ operation, paths: touched }) => [operation, touched])).toEqual([
      ['move', ['/a', '/c', '/a/x', '/c/x']],
      ['write', ['/b']],
      ['write', ['/a', '/a/x']],
    ])
    expect((await files.history.operations({ within: [path('/a')] })).map((operation) => operation.version)).toEqual([3, 1])
    expect((await files.history.operations({ limit: 1 })).length).toBe(1)
  })

  it('says who wrote each line', async () => {
    await write('/a', 'one\ntwo\nthree\n')
    await write('/a', 'zero\none\n2\nthree\n', calling('call-1'))
    await files.move(path('/a'), path('/b'), user)
    await write('/b', 'zero\none\n2\nthree\nfour')
    const lines = await files.history.blame(path('/b'), user)
    expect(lines.map(({ text: line, by }) => `${by.call ?? by.actor}: ${line.trim()}`)).toEqual([
      'call-1: zero',
      'user: one',
      'call-1: 2',
      'user: three',
      'user: four',
    ])
  })

  it('forgets the oldest operations by size, never a present file, and knows how far it reaches', async () => {
    for (const letter of 'abcdef') await write('/f', large(letter))
    expect(await files.history.size()).toEqual({ records: 6, bytes: 50_000 })
    expect(await files.history.retain({ maxBytes: 20_000 })).toEqual({ records: 2, bytes: 20_000 })
    expect(await files.history.size()).toEqual({ records: 2, bytes: 20_000 })
    expect(await versions('/f')).toEqual(['6 write user', '5 write user', '4 write user'])
    expect((await files.history.readVersion(path('/f'), 4, user)).data).toBe(large('d'))
    expect(await text('/f')).toBe(large('f'))
    await expect(files.history.restoreAll(ROOT, 2, user)).rejects.toMatchObject({ code: 'ENOENT' })
    await files.history.restoreAll(ROOT, 4, user)
    expect(await text('/f')).toBe(large('d'))
  })

  it('forgets by age, but keeps a large content that is still used', async () => {
    await write('/a', large('x'))
    await write('/a', 'small')
    await files.copy(path('/a'), path('/copy'), user)
    await files.history.restore(path('/a'), 1, user)
    time = 1000
    await write('/b', 'now')
    await files.history.retain({ maxAge: 10 })
    expect(await files.history.size()).toMatchObject({ records: 1 })
    expect(await text('/a')).toBe(large('x'))
    expect(await versions('/a')).toEqual(['4 write user'])
  })

  it('keeps the operation that is newest, whatever the limits', async () => {
    await write('/a', '1')
    await write('/a', '2')
    await files.history.retain({ maxBytes: 0, maxAge: 0 })
    expect(await files.history.now()).toBe(2)
    await write('/a', '3')
    expect(await files.history.now()).toBe(3)
  })

  it('cuts the record of a huge operation, and still undoes and restores it as one', async () => {
    const many = Array.from({ length: 700 }, (_, index) => ({ path: path(`/many/${index}`), data: String(index) }))
    await files.writeMany(many, calling('import'))
    const heard: number[] = []
    files.watch((changes) => heard.push(changes.length))
    await files.move(path('/many'), path('/moved'), calling('rename'))
    await expect.poll(() => heard).toEqual([1402])
    expect((await files.history.operations()).map((operation) => operation.paths.length)).toEqual([1402, 701])
    expect((await files.history.versions(path('/moved/650'), user)).map((version) => version.formerPath)).toEqual([
      undefined,
      '/many/650',
    ])
    await files.history.undo('rename', user)
    expect(await text('/many/650')).toBe('650')
    expect((await paths()).length).toBe(701)
  })
})
