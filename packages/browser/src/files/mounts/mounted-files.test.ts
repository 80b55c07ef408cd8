import { beforeEach, describe, expect, it } from 'vitest'
import type { By, FileChange, FileSystem } from '../file-system.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { type Path, toPath as path, ROOT } from '../path.ts'
import { differenceFromModel } from '../testing/against-model.ts'
import type { Mount } from './mount-table.ts'
import { createMountedFiles } from './mounted-files.ts'

const user: By = { actor: 'user' }
const model: By = { actor: 'model', call: 'call-1' }
const both = { model: 'write', user: 'write' } as const

const mountsOf = (thread: string): readonly Mount[] => [
  { at: ROOT, root: path(`/threads/${thread}`), rights: both },
  { at: path('/shared'), root: path('/shared'), rights: both },
  { at: path('/docs'), root: path('/library/docs'), rights: { model: 'read', user: 'write' } },
  { at: path('/private'), root: path('/library/private'), rights: { model: 'none', user: 'write' } },
]

async function openWorkspace(): Promise<readonly FileSystem[]> {
  const mounts: readonly Mount[] = [{ at: ROOT, root: path('/threads/one'), rights: both }]
  return [createMountedFiles({ files: createMemoryFiles(), mounts })]
}

describe('mounted files', () => {
  let behind: FileSystem
  let files: FileSystem
  let locks: readonly Path[]
  const names = async (where: string, by: By) => (await files.list(path(where), by)).map((entry) => entry.name)

  beforeEach(async () => {
    behind = createMemoryFiles()
    locks = []
    files = createMountedFiles({ files: behind, mounts: mountsOf('one'), locks: () => locks })
    await files.write(path('/docs/guide.md'), 'guide', user)
    await files.write(path('/private/key'), 'secret', user)
  })

  it('show the workspace at the root and the areas beside it', async () => {
    expect(await names('/', user)).toEqual(['docs', 'private', 'shared'])
    await files.write(path('/src/App.tsx'), 'x', model)
    expect(await names('/', model)).toEqual(['docs', 'shared', 'src'])
    expect((await behind.tree(ROOT, user)).map((entry) => entry.path)).toContain('/threads/one/src/App.tsx')
    expect((await files.tree(ROOT, model)).map((entry) => entry.path)).toEqual([
      '/docs',
      '/shared',
      '/src',
      '/docs/guide.md',
      '/src/App.tsx',
    ])
    expect(await files.stat(path('/shared'), model)).toMatchObject({ type: 'folder', name: 'shared' })
  })

  it('let two threads share an area and nothing else', async () => {
    const other = createMountedFiles({ files: behind, mounts: mountsOf('two') })
    await files.write(path('/mine'), '1', model)
    await files.write(path('/shared/ours'), '2', model)
    expect((await other.list(ROOT, model)).map((entry) => entry.name)).toEqual(['docs', 'shared'])
    expect((await other.read(path('/shared/ours'), model)).data).toBe('2')
    await expect(other.read(path('/threads/one/mine'), model)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['write a read-only file', () => files.write(path('/docs/guide.md'), 'x', model)],
    [
      'write many with one of them read-only',
      () =>
        files.writeMany(
          [
            { path: path('/a'), data: '' },
            { path: path('/docs/b'), data: '' },
          ],
          model,
        ),
    ],
    ['make a folder in a read-only area', () => files.mkdir(path('/docs/new'), model)],
    ['move something out of a read-only area', () => files.move(path('/docs/guide.md'), path('/mine'), model)],
    ['copy something into a read-only area', () => files.copy(path('/docs/guide.md'), path('/docs/b'), model)],
    ['remove from a read-only area', () => files.remove(path('/docs/guide.md'), model)],
    ['restore in a read-only area', () => files.history.restore(path('/docs/guide.md'), 1, model)],
    ['rewind a read-only area', () => files.history.restoreAll(path('/docs'), 0, model)],
    ['read what is private', () => files.read(path('/private/key'), model)],
    ['list what is private', () => files.list(path('/private'), model)],
    ['see versions of what is private', () => files.history.versions(path('/private/key'), model)],
    ['see who wrote what is private', () => files.history.blame(path('/private/key'), model)],
    ['reach what is private by another way', () => files.readMany([path('/docs/../private/./key')], model)],
    ['remove a shared area', () => files.remove(path('/shared'), user, { recursive: true })],
    ['rename a shared area', () => files.move(path('/shared'), path('/x'), user)],
  ])('refuse to %s', async (_, attempt) => {
    const before = await behind.history.now()
    await expect(Promise.resolve().then(attempt)).rejects.toMatchObject({ name: 'FileError', code: 'EACCES' })
    expect(await behind.history.now()).toBe(before)
  })

  it('let the model read what it may read, and the user change it', async () => {
    expect((await files.read(path('/docs/guide.md'), model)).data).toBe('guide')
    await files.copy(path('/docs/guide.md'), path('/copy.md'), model)
    await files.write(path('/docs/guide.md'), 'new', user)
    expect((await files.read(path('/copy.md'), user)).data).toBe('guide')
  })

  it('speak of shown paths in every refusal', async () => {
    await expect(files.read(path('/none'), model)).rejects.toMatchObject({
      code: 'ENOENT',
      path: '/none',
      message: expect.stringMatching(/^\/none does not exist/),
    })
    await expect(files.read(path('/docs/none'), model)).rejects.toMatchObject({
      path: '/docs/none',
      message: expect.not.stringContaining('library'),
    })
    await files.write(path('/a/b'), '', user)
    await expect(files.move(path('/a'), path('/a/b/c'), user)).rejects.toMatchObject({
      path: '/a/b/c',
      message: '/a/b/c lies inside /a. Choose a place outside of it.',
    })
  })

  it('keep the model from what the user has locked, and from folders that hold it', async () => {
    await files.write(path('/src/a'), '1', user)
    locks = [path('/src/a')]
    const locked = { code: 'EACCES', message: expect.stringContaining('The user has locked /src/a') }
    await expect(files.write(path('/src/a'), '2', model)).rejects.toMatchObject(locked)
    await expect(files.remove(path('/src'), model, { recursive: true })).rejects.toMatchObject(locked)
    await expect(files.move(path('/src'), path('/lib'), model)).rejects.toMatchObject(locked)
    await files.write(path('/src/b'), '2', model)
    await files.write(path('/src/a'), '2', user)
  })

  it('tell watchers only of what is shown, by its shown name', async () => {
    const heard: FileChange[] = []
    const stop = files.watch((changes) => heard.push(...changes))
    await behind.write(path('/threads/two/x'), '1', user)
    await behind.write(path('/library/docs/new'), '1', user)
    await files.write(path('/y'), '1', model)
    await files.move(path('/y'), path('/shared/y'), model)
    await expect.poll(() => heard.length).toBeGreaterThan(3)
    stop()
    expect(heard.map(({ kind, path: where, from, to }) => [kind, where, from ?? to])).toEqual([
      ['created', '/docs/new', undefined],
      ['created', '/', undefined],
      ['created', '/y', undefined],
      ['created', '/shared', undefined],
      ['removed', '/y', '/shared/y'],
      ['created', '/shared/y', '/y'],
    ])
  })

  it('undo a call in this thread only, though another thread had a call of the same name', async () => {
    const other = createMountedFiles({ files: behind, mounts: mountsOf('two') })
    await files.write(path('/a'), '1', model)
    await other.write(path('/a'), '1', model)
    expect(await files.history.undo('call-1', user)).toMatchObject({ restored: ['/', '/a'] })
    expect((await other.read(path('/a'), user)).data).toBe('1')
    expect((await other.history.operations()).map((operation) => operation.paths)).toContainEqual(['/', '/a'])
  })

  it('go back no further than to the change that put them there', async () => {
    await behind.write(path('/old/a'), '1', user)
    const before = await behind.history.now()
    const { version: since } = await behind.move(path('/old'), path('/threads/moved'), user)
    const moved = createMountedFiles({ files: behind, mounts: [{ at: ROOT, root: path('/threads/moved'), rights: both, since }] })
    await moved.write(path('/a'), '2', user)
    await moved.write(path('/b'), '2', user)
    await moved.history.restoreAll(ROOT, before, user)
    expect((await moved.read(path('/a'), user)).data).toBe('1')
    expect((await moved.list(ROOT, user)).map((entry) => entry.name)).toEqual(['a'])
  })

  it('hide what lies behind a mount point', async () => {
    await behind.write(path('/threads/one/docs/hidden'), '1', user)
    expect((await files.tree(ROOT, user)).map((entry) => entry.path)).not.toContain('/docs/hidden')
    expect(await names('/', user)).toEqual(['docs', 'private', 'shared'])
  })

  it('insist on a workspace, and on mounts directly below it', () => {
    expect(() => createMountedFiles({ files: behind, mounts: mountsOf('x').slice(1) })).toThrow('One mount must be at the root')
    const deep: Mount = { at: path('/a/b'), root: path('/x'), rights: both }
    expect(() => createMountedFiles({ files: behind, mounts: [...mountsOf('x'), deep] })).toThrow('/a/b is not')
  })

  it('do what the model of a file system does', async () => {
    expect(await differenceFromModel({ open: openWorkspace, runs: 100 })).toBeUndefined()
  })
})
