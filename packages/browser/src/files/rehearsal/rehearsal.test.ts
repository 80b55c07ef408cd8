import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { By, FileSystem } from '../file-system.ts'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { toPath as path, ROOT } from '../path.ts'
import { createMemoryRehearsal, openRehearsals, type Rehearsals } from './open-rehearsals.ts'
import type { Rehearsal } from './rehearsal.ts'

const you: By = { actor: 'user' }
const by = (call: string): By => ({ actor: 'model', call })
const text = async (files: FileSystem, where: string) => (await files.read(path(where), you)).data
const FOLDERS = ['removed', 'moved', 'small', 'large']
let databases = 0

/** How many rows each store of a database has. */
async function rowsIn(name: string): Promise<Readonly<Record<string, number>>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
  const counts: Record<string, number> = {}
  for (const store of database.objectStoreNames) {
    const request = database.transaction(store).objectStore(store).count()
    await new Promise((resolve) => request.addEventListener('success', resolve))
    counts[store] = request.result
  }
  database.close()
  return counts
}

/** Tells every call of a method by name. */
function counted(files: FileSystem, onCall: (verb: string) => void): FileSystem {
  const told = <Target extends object>(target: Target, prefix: string): Target =>
    new Proxy(target, {
      get(from, key) {
        const value: unknown = Reflect.get(from, key)
        if (key === 'history') return told(value as object, 'history.')
        if (typeof value !== 'function') return value
        return (...parts: unknown[]) => {
          onCall(`${prefix}${String(key)}`)
          return Reflect.apply(value, from, parts)
        }
      },
    })
  return told(files, '')
}

describe('a rehearsal in IndexedDB', () => {
  let names: { files: string; copies: string }
  let files: FileSystem
  let rehearsals: Rehearsals
  let rehearsal: Rehearsal

  beforeEach(async () => {
    databases++
    names = { files: `real-${databases}`, copies: `copies-${databases}` }
    files = await openIndexedDbFiles({ name: names.files })
    rehearsals = await openRehearsals({ name: names.copies })
    rehearsal = rehearsals.of('thread', files)
  })

  it('leaves no trace of a thousand changed files once it is discarded', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => path(`/${FOLDERS[index % 4]}/${index}.txt`))
    await files.writeMany(
      many.map((where) => ({ path: where, data: `before ${where}` })),
      you,
    )
    const before = [await rowsIn(names.files), await rowsIn(names.copies)]
    await rehearsal.files.remove(path('/removed'), by('a'), { recursive: true })
    await rehearsal.files.move(path('/moved'), path('/elsewhere'), by('b'))
    const written = many.filter((_, index) => index % 4 > 1)
    await rehearsal.files.writeMany(
      written.map((where, index) => ({ path: where, data: index % 2 === 0 ? 'x'.repeat(6000) : 'short' })),
      by('c'),
    )
    expect((await rowsIn(names.copies))['rows']).toBeGreaterThan(1000)
    expect(await rehearsal.changes()).toHaveLength(1252)
    await rehearsal.discard()
    expect([await rowsIn(names.files), await rowsIn(names.copies)]).toEqual(before)
    expect(await rehearsal.files.tree(ROOT, you)).toEqual(await files.tree(ROOT, you))
    expect(await rehearsals.waiting()).toEqual([])
  }, 60_000)

  it('leaves no trace either once all of it is kept', async () => {
    const before = await rowsIn(names.copies)
    await rehearsal.files.write(path('/a/b.txt'), 'x'.repeat(9000), by('a'))
    await rehearsal.keep()
    expect(await rowsIn(names.copies)).toEqual(before)
    expect(await text(files, '/a/b.txt')).toBe('x'.repeat(9000))
  })

  it('waits through a reload, and another tab sees what is done in it', async () => {
    await files.write(path('/notes.md'), 'mine\n', you)
    await rehearsal.files.write(path('/notes.md'), 'yours\n', by('a'))
    const heard: string[] = []
    const again = await openRehearsals({ name: names.copies })
    again.watch((name) => heard.push(name))
    expect(await again.waiting()).toEqual(['thread'])
    const other = again.of('thread', files)
    expect(await text(other.files, '/notes.md')).toBe('yours\n')
    await other.files.write(path('/more.md'), 'more', by('b'))
    expect(heard).toEqual(['thread'])
    expect(await text(rehearsal.files, '/more.md')).toBe('more')
    await rehearsal.discard()
    expect(await text(other.files, '/notes.md')).toBe('mine\n')
    expect(await other.changes()).toEqual([])
  })

  it('tells what a person wrote in the copy from what calls wrote: only these are taken back', async () => {
    await rehearsal.files.write(path('/a.md'), 'a call', by('a'))
    await rehearsal.files.write(path('/b.md'), 'a call', by('a'))
    await rehearsal.files.write(path('/b.md'), 'a person', you)
    expect(await rehearsal.keep()).toMatchObject({ kept: ['/a.md', '/b.md'], calls: ['a'], byPerson: ['/b.md'] })
    await files.history.undo('a', you)
    expect((await files.tree(ROOT, you)).map((entry) => entry.path)).toEqual(['/b.md'])
    expect(await text(files, '/b.md')).toBe('a person')
  })

  it('loses nothing that is changed in another tab while it is kept', async () => {
    await files.write(path('/notes.md'), 'one\n', you)
    const other = (await openRehearsals({ name: names.copies })).of('thread', files)
    let isFirst = true
    const slow: FileSystem = {
      ...files,
      async writeMany(...parts) {
        const written = await files.writeMany(...parts)
        // The model goes on in the other tab, right behind what is being kept here.
        if (isFirst) await other.files.write(path('/notes.md'), 'three\n', by('b'))
        isFirst = false
        return written
      },
    }
    const here = rehearsals.of('thread', slow)
    await here.files.write(path('/notes.md'), 'two\n', by('a'))
    await here.keep()
    expect(await text(files, '/notes.md')).toBe('two\n')
    expect(await text(here.files, '/notes.md')).toBe('three\n')
    expect(await here.changes()).toMatchObject([{ path: '/notes.md', kind: 'changed', isStale: false }])
    await here.keep()
    expect(await text(files, '/notes.md')).toBe('three\n')
    expect(await rehearsals.waiting()).toEqual([])
  })

  it('loses nothing when two tabs work in it at once', async () => {
    const other = (await openRehearsals({ name: names.copies })).of('thread', files)
    const tabs = [rehearsal, other]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => tabs[index % 2]!.files.write(path(`/${index}`), `${index}`, by('a'))),
    )
    expect((await rehearsal.changes()).length).toBe(20)
    const versions = (await other.files.tree(ROOT, you)).map((entry) => entry.version)
    expect(new Set(versions).size).toBe(20)
  })
})

describe('a rehearsal', () => {
  let files: FileSystem
  let rehearsal: Rehearsal

  beforeEach(async () => {
    files = createMemoryFiles()
    await files.write(path('/notes.md'), 'one\ntwo\nthree\n', you)
    await files.write(path('/other.md'), 'other\n', you)
    rehearsal = createMemoryRehearsal(files)
  })

  it('costs what was changed, however many files there are and however large', async () => {
    const verbs: string[] = []
    await files.writeMany(
      Array.from({ length: 500 }, (_, index) => ({ path: path(`/data/${index}.bin`), data: 'x'.repeat(20_000) })),
      you,
    )
    rehearsal = createMemoryRehearsal(counted(files, (verb) => verbs.push(verb)))
    await rehearsal.files.write(path('/notes.md'), 'ONE\n', by('a'))
    await rehearsal.files.move(path('/data/7.bin'), path('/moved.bin'), by('b'))
    await rehearsal.files.copy(path('/data/8.bin'), path('/copied.bin'), by('b'))
    await rehearsal.files.remove(path('/data/9.bin'), by('b'))
    const copying = new Set(verbs)
    expect([...copying].sort()).toEqual(['history.now', 'stat'])
    expect(verbs.length).toBeLessThan(30)
    verbs.length = 0
    const { kept, left } = await rehearsal.keep()
    expect([kept.length, left]).toEqual([5, []])
    const contents = verbs.filter((verb) => /read|write/i.test(verb))
    expect(contents).toEqual(['writeMany'])
    expect(verbs.length).toBeLessThan(50)
    expect((await files.read(path('/moved.bin'), you)).entry.size).toBe(20_000)
  })

  it('goes on with the versions of the original, and never gives one twice for a path', async () => {
    const { version } = (await files.stat(path('/notes.md'), you)) as { version: number }
    const { entry, replaced } = await rehearsal.files.write(path('/notes.md'), 'new', by('a'), { expect: version })
    expect(entry.version).toBeGreaterThan(version)
    expect(replaced?.version).toBe(version)
    await expect(rehearsal.files.write(path('/notes.md'), 'x', by('b'), { expect: version })).rejects.toMatchObject({
      code: 'ESTALE',
    })
    const versions = await rehearsal.files.history.versions(path('/notes.md'), you)
    expect(versions.map((one) => one.entry.version)).toEqual([entry.version, version])
    const old = await rehearsal.files.history.readVersion(path('/notes.md'), version, you)
    expect(old.data).toBe('one\ntwo\nthree\n')
  })

  it('keeps in the name of the call that did it, and each call can be taken back', async () => {
    await rehearsal.files.write(path('/notes.md'), 'first\n', by('a'))
    await rehearsal.files.write(path('/notes.md'), 'second\n', by('b'))
    await rehearsal.files.remove(path('/other.md'), by('c'))
    const { calls } = await rehearsal.keep()
    expect(calls).toEqual(['b', 'c'])
    expect((await files.read(path('/notes.md'), you)).entry.by).toEqual(by('b'))
    for (const call of calls) await files.history.undo(call, you)
    expect([await text(files, '/notes.md'), await text(files, '/other.md')]).toEqual(['one\ntwo\nthree\n', 'other\n'])
  })

  it('keeps one file and lets another go, and what is left waits', async () => {
    await rehearsal.files.write(path('/notes.md'), 'new\n', by('a'))
    await rehearsal.files.write(path('/deep/er/made.md'), 'made\n', by('a'))
    await rehearsal.files.remove(path('/other.md'), by('a'))
    expect((await rehearsal.changes()).map((change) => [change.path, change.kind])).toEqual([
      ['/deep/er/made.md', 'created'],
      ['/notes.md', 'changed'],
      ['/other.md', 'removed'],
    ])
    await rehearsal.keep([path('/notes.md')])
    await rehearsal.discard([path('/deep/er/made.md')])
    expect((await rehearsal.changes()).map((change) => change.path)).toEqual(['/other.md'])
    expect((await files.tree(ROOT, you)).map((entry) => entry.path)).toEqual(['/notes.md', '/other.md'])
    expect(await text(files, '/notes.md')).toBe('new\n')
  })

  it('keeps some passages of a text, and the others go on waiting', async () => {
    await rehearsal.files.write(path('/notes.md'), 'ONE\ntwo\nTHREE\n', by('a'))
    const { original } = await rehearsal.sides(path('/notes.md'))
    await rehearsal.keepText(path('/notes.md'), 'ONE\ntwo\nthree\n', original!.entry)
    expect(await text(files, '/notes.md')).toBe('ONE\ntwo\nthree\n')
    expect(await rehearsal.changes()).toMatchObject([{ path: '/notes.md', isStale: false }])
    await rehearsal.changeCopy(path('/notes.md'), 'ONE\ntwo\nthree\n')
    expect(await rehearsal.changes()).toEqual([])
  })

  it('overwrites nothing that was changed meanwhile: it is merged, and only what a person chose is kept', async () => {
    await rehearsal.files.write(path('/notes.md'), 'ONE\ntwo\nthree\n', by('a'))
    await rehearsal.files.write(path('/other.md'), 'mine\n', by('a'))
    await files.write(path('/notes.md'), 'one\ntwo\nTHREE\n', you)
    await files.write(path('/other.md'), 'yours\n', you)
    const { kept, left } = await rehearsal.keep()
    expect([kept, left]).toEqual([[], ['/notes.md', '/other.md']])
    expect(await text(files, '/notes.md')).toBe('one\ntwo\nTHREE\n')
    expect((await rehearsal.changes()).map((change) => change.isStale)).toEqual([true, true])
    expect(await rehearsal.merge(path('/notes.md'))).toEqual([{ kind: 'agreed', text: 'ONE\ntwo\nTHREE\n' }])
    expect(await rehearsal.merge(path('/other.md'))).toEqual([{ kind: 'conflict', original: 'yours\n', copy: 'mine\n' }])
    const seen = (await rehearsal.sides(path('/other.md'))).original!.entry
    await files.write(path('/other.md'), 'yours again\n', you)
    await expect(rehearsal.keepText(path('/other.md'), 'both\n', seen, { whole: true })).rejects.toMatchObject({ code: 'ESTALE' })
    const again = (await rehearsal.sides(path('/other.md'))).original!.entry
    await rehearsal.keepText(path('/other.md'), 'both\n', again, { whole: true })
    expect(await text(files, '/other.md')).toBe('both\n')
    expect((await rehearsal.changes()).map((change) => change.path)).toEqual(['/notes.md'])
  })

  it('does not delete what was changed meanwhile, nor a folder in which something new lies', async () => {
    await files.write(path('/folder/a'), 'a', you)
    await rehearsal.files.remove(path('/folder'), by('a'), { recursive: true })
    await rehearsal.files.remove(path('/notes.md'), by('a'))
    await files.write(path('/folder/new'), 'new', you)
    await files.write(path('/notes.md'), 'still needed', you)
    const { left } = await rehearsal.keep()
    expect(left).toEqual(['/folder', '/notes.md'])
    expect((await files.tree(ROOT, you)).map((entry) => entry.path)).toContain('/folder/new')
    expect(await text(files, '/notes.md')).toBe('still needed')
  })

  it('is too large to merge line by line where that would hold up the page', async () => {
    const blank = '\n'.repeat(5000)
    await files.write(path('/blank'), blank, you)
    await rehearsal.files.write(path('/blank'), `${blank}a\n`, by('a'))
    await files.write(path('/blank'), `b\n${blank}`, you)
    expect(await rehearsal.merge(path('/blank'))).toBeUndefined()
  })
})
