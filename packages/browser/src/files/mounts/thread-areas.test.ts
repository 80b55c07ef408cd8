import { beforeEach, describe, expect, it } from 'vitest'
import type { By, FileSystem } from '../file-system.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { toPath as path, ROOT } from '../path.ts'
import { createMemoryRehearsal } from '../rehearsal/open-rehearsals.ts'
import { openThreadAreas, type ThreadAreas } from './thread-areas.ts'

const user: By = { actor: 'user' }
const model: By = { actor: 'model', call: 'call-1' }
const starter = [{ path: path('/src/App.tsx'), data: 'app' }]

const namesIn = async (seen: FileSystem, by: By) => (await seen.list(ROOT, by)).map((entry) => entry.name)

describe('the areas of threads', () => {
  let files: FileSystem
  let areas: ThreadAreas
  const open = async (threads: readonly string[] = []) => {
    areas = await openThreadAreas({ files, threads, starter })
    return areas
  }

  beforeEach(async () => {
    files = createMemoryFiles()
    await open()
    await areas.prepare('one')
  })

  it('give each thread a root of its own that begins with the starter files', async () => {
    await areas.prepare('two')
    await areas.filesOf('one').write(path('/a'), '1', model)
    expect(await namesIn(areas.filesOf('one'), model)).toEqual(['a', 'reference', 'shared', 'src'])
    expect(await namesIn(areas.filesOf('two'), model)).toEqual(['reference', 'shared', 'src'])
    expect(await namesIn(areas.filesOf('two'), user)).toEqual(['reference', 'shared', 'src', 'starter'])
    expect(await namesIn(areas.workspaceOf('one'), user)).toEqual(['a', 'src'])
  })

  it('guard a copy of what a thread sees with the same rights', async () => {
    await areas.filesOf('one').write(path('/reference/guide'), 'read me', user)
    const { files: copy } = createMemoryRehearsal(areas.filesOf('one'))
    const guarded = areas.guarded(copy)
    expect(await namesIn(guarded, model)).toEqual(['reference', 'shared', 'src'])
    expect(await guarded.tree(ROOT, user)).toEqual(await areas.filesOf('one').tree(ROOT, user))
    await guarded.write(path('/shared/note'), 'rehearsed', model)
    await expect(guarded.write(path('/reference/guide'), 'x', model)).rejects.toMatchObject({ code: 'EACCES' })
    await expect(guarded.read(path('/starter/src/App.tsx'), model)).rejects.toMatchObject({ code: 'EACCES' })
    await expect(guarded.remove(path('/shared'), model, { recursive: true })).rejects.toMatchObject({ code: 'EACCES' })
    await expect(areas.filesOf('one').stat(path('/shared/note'), user)).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await guarded.tree(ROOT, user)).map((entry) => entry.path)).toContain('/shared/note')
  })

  it('say that the starter files are the work of the studio, until somebody changes them', async () => {
    const seen = areas.filesOf('one')
    const writer = async (where: string) => (await seen.read(path(where), user)).entry.by
    expect([await writer('/src/App.tsx'), await writer('/starter/src/App.tsx')]).toEqual([
      { actor: 'studio' },
      { actor: 'studio' },
    ])
    await seen.write(path('/src/App.tsx'), 'mine', user)
    expect(await writer('/src/App.tsx')).toEqual(user)
  })

  it('share one area, and keep the model from changing the reference and from seeing the starter files', async () => {
    await areas.filesOf('one').write(path('/shared/note'), 'both', model)
    expect((await areas.filesOf('two').read(path('/shared/note'), model)).data).toBe('both')
    await areas.filesOf('one').write(path('/reference/guide'), 'read me', user)
    expect((await areas.filesOf('two').read(path('/reference/guide'), model)).data).toBe('read me')
    const refused = { name: 'FileError', code: 'EACCES' }
    await expect(areas.filesOf('two').write(path('/reference/guide'), 'x', model)).rejects.toMatchObject(refused)
    await expect(areas.filesOf('two').list(path('/starter'), model)).rejects.toMatchObject(refused)
  })

  it('leave an emptied starter area empty, and a workspace that exists as it is', async () => {
    await areas.filesOf('one').remove(path('/starter/src'), user, { recursive: true })
    await areas.filesOf('one').write(path('/src/App.tsx'), 'mine', user)
    await open(['one'])
    await areas.prepare('one')
    await areas.prepare('two')
    expect((await areas.filesOf('one').read(path('/src/App.tsx'), user)).data).toBe('mine')
    expect(await namesIn(areas.workspaceOf('two'), user)).toEqual([])
  })

  it.each(['..', '.', '../one', 'a/b', '%2E%2E', 'ünïcode'])('never let the id %j name a folder of somebody else', async (id) => {
    await areas.prepare(id)
    await areas.filesOf(id).write(path('/mine'), '1', model)
    expect(await namesIn(areas.workspaceOf('one'), user)).toEqual(['src'])
    expect(await namesIn(areas.workspaceOf(id), user)).toEqual(['mine', 'src'])
  })

  it('delete the files with the thread, or keep them in the shared area under a name that is free', async () => {
    await areas.prepare('two')
    await areas.prepare('three')
    expect(await areas.countFiles('one')).toBe(1)
    await areas.remove('one')
    await areas.remove('two', 'My plan: a/b')
    await areas.remove('three', 'My plan: a/b')
    await areas.remove('never was')
    const shared = await files.list(path('/.parley/shared'), user)
    expect(shared.map((entry) => entry.name)).toEqual(['My plan: a b', 'My plan: a b 2'])
    expect(await files.list(path('/.parley/threads'), user)).toEqual([])
    expect(await areas.countFiles('one')).toBe(0)
  })
})

const before = async () => {
  const files = createMemoryFiles()
  await files.write(path('/src/App.tsx'), 'old', user)
  await files.write(path('/src/App.tsx'), 'older', model)
  await files.write(path('/shared/x'), 'x', user)
  return files
}

describe('files from before threads had their own', () => {
  it('are seen by the threads of that time at the same paths, with their history, and by no new one', async () => {
    const files = await before()
    const areas = await openThreadAreas({ files, threads: ['old', 'older'], starter })
    const seen = areas.filesOf('old')
    expect((await seen.read(path('/src/App.tsx'), model)).data).toBe('older')
    const oldest = (await seen.history.versions(path('/src/App.tsx'), user)).at(-1)
    expect((await seen.history.readVersion(path('/src/App.tsx'), oldest?.entry.version ?? 0, user)).data).toBe('old')
    expect((await areas.filesOf('older').read(path('/src/App.tsx'), model)).data).toBe('older')
    await areas.prepare('new')
    expect((await areas.filesOf('new').read(path('/src/App.tsx'), model)).data).toBe('app')
    await areas.remove('old')
    expect((await areas.filesOf('older').read(path('/src/App.tsx'), model)).data).toBe('older')
    expect(await areas.countFiles('older')).toBe(0)
  })

  it('are not emptied by going back to a time before they were put away', async () => {
    const areas = await openThreadAreas({ files: await before(), threads: ['old'], starter })
    const seen = areas.workspaceOf('old')
    await seen.write(path('/later'), 'x', model)
    await seen.history.restoreAll(ROOT, 1, user)
    expect((await seen.tree(ROOT, user)).map((entry) => entry.path)).toEqual(['/shared', '/src', '/shared/x', '/src/App.tsx'])
  })

  it('are the same when they are opened again, and what turns up at the root later is kept in the shared area', async () => {
    const files = await before()
    await openThreadAreas({ files, threads: ['old'], starter })
    await files.write(path('/stray'), 'from a page that was not reloaded', user)
    const areas = await openThreadAreas({ files, threads: ['old'], starter })
    expect((await areas.filesOf('old').read(path('/src/App.tsx'), user)).data).toBe('older')
    expect((await areas.filesOf('any').read(path('/shared/earlier/stray'), user)).data).toBe('from a page that was not reloaded')
  })
})
