import * as fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isFileError } from '../file-error.ts'
import type { By, FileSystem } from '../file-system.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { toPath as path, ROOT } from '../path.ts'
import { exportFile } from './export-files.ts'
import { type FileImportOptions, importFiles, type OutsideFile, type TransferProgress } from './import-files.ts'
import { filesFromDrop, filesFromList } from './outside-files.ts'
import { exportZip, filesFromZip } from './zip-files.ts'

const user: By = { actor: 'user' }
const encode = (text: string) => new TextEncoder().encode(text)
const zipOf = (texts: Record<string, string>) =>
  new Blob([zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, encode(text)]))).slice()])
const paths = async (files: FileSystem) =>
  (await files.tree(ROOT, user)).flatMap((entry) => (entry.type === 'file' ? [entry.path] : []))

async function importZip(archive: Blob, options: Partial<FileImportOptions> = {}) {
  const files = createMemoryFiles()
  await files.write(path('/in/kept.txt'), 'before', user)
  const outcome = await importFiles(files, filesFromZip(archive), { into: path('/in'), by: user, ...options }).then(
    (imported) => imported,
    (error: unknown) => (isFileError(error) ? error.code : String(error)),
  )
  return { files, outcome }
}

const leaf = (name: string) => ({
  isFile: true,
  isDirectory: false,
  fullPath: `/top/${name}`,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
})

async function* failing(): AsyncGenerator<OutsideFile> {
  for (let index = 0; index < 250; index++) yield { path: `f${index}`, size: 1, read: async () => 'x' }
  throw new Error('the disk is gone')
}

describe('import', () => {
  it('takes a zip archive in, with everything named in the history', async () => {
    const { files, outcome } = await importZip(zipOf({ 'a.txt': 'one', 'deep/er/b.txt': 'two', 'empty/': '' }))
    expect(outcome).toEqual({ files: 2, bytes: 6, call: 'import-2' })
    expect(await paths(files)).toEqual(['/in/a.txt', '/in/kept.txt', '/in/deep/er/b.txt'])
    expect((await files.read(path('/in/deep/er/b.txt'), user)).data).toBe('two')
    await files.history.undo('import-2', user)
    expect(await paths(files)).toEqual(['/in/kept.txt'])
  })

  it('keeps hostile names inside the folder', async () => {
    const { files } = await importZip(
      zipOf({ '../../etc/passwd': '1', '/absolute': '2', 'C:\\windows\\x': '3', '__proto__/y': '4' }),
    )
    expect((await paths(files)).every((where) => where.startsWith('/in/'))).toBe(true)
    expect(await paths(files)).toContain('/in/C:/windows/x')
  })

  it.each<[string, Blob]>([
    ['text', new Blob(['not an archive'])],
    ['nothing', new Blob([])],
    ['the first half of an archive', zipOf({ 'a.txt': 'text '.repeat(9000) }).slice(0, 60)],
    [
      'an archive with a broken middle',
      new Blob([
        zipSync({ a: crypto.getRandomValues(new Uint8Array(5000)) })
          .fill(7, 40, 900)
          .slice(),
      ]),
    ],
  ])('refuses %s and takes nothing in', async (_, archive) => {
    const { files, outcome } = await importZip(archive)
    expect(outcome).toBe('EINVAL')
    expect(await paths(files)).toEqual(['/in/kept.txt'])
  })

  it('takes back what had come in when it runs into a limit', async () => {
    const many = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`file-${index}`, 'x']))
    const { files, outcome } = await importZip(zipOf(many), { maxFiles: 420 })
    expect(outcome).toBe('ENOSPC')
    expect(await paths(files)).toEqual(['/in/kept.txt'])
    expect((await importZip(zipOf({ bomb: '0'.repeat(5_000_000) }), { maxBytes: 1_000_000 })).outcome).toBe('ENOSPC')
  })

  it('refuses a small archive that would unpack to a hundred times its size, before it unpacks anything', async () => {
    const bomb = new Blob([zipSync({ bomb: new Uint8Array(60_000_000) }).slice()])
    expect(bomb.size).toBeLessThan(250_000)
    const problem = await importFiles(createMemoryFiles(), filesFromZip(bomb), { into: ROOT, by: user }).catch((error) => error)
    expect(problem).toMatchObject({ code: 'ENOSPC', message: expect.stringMatching(/times its size; at most 100 times/) })
  })

  it('gives the page a turn again and again while it unpacks', async () => {
    const noise = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7919 + (index >> 7)) % 251)
    const archive = new Blob([zipSync({ a: noise, b: noise }).slice()])
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const { outcome } = await importZip(archive)
    clearInterval(timer)
    expect(outcome).toMatchObject({ files: 2 })
    expect(turns).toBeGreaterThan(3)
  })

  it('never lands in another area, however its names are written', async () => {
    const apart = [path('/shared'), path('/starter')]
    for (const name of ['shared/x', '../shared/x', '/shared/x', 'a/../../starter/x', '\\\\shared\\x', './/shared//x']) {
      const files = createMemoryFiles()
      const source = filesFromZip(zipOf({ fine: '1', [name]: '2' }))
      const problem = await importFiles(files, source, { into: ROOT, by: user, apart }).catch((error) => error)
      expect(problem, name).toMatchObject({ code: 'EACCES', message: expect.stringContaining('which is another area') })
      expect(await paths(files)).toEqual([])
    }
    const inside = await importFiles(createMemoryFiles(), filesFromZip(zipOf({ x: '1' })), {
      into: path('/shared'),
      by: user,
      apart,
    })
    expect(inside.files).toBe(1)
  })

  it('unpacks no more than an entry promised', async () => {
    const archive = zipSync({ bomb: new Uint8Array(3_000_000) })
    const directory = archive.length - 22 - 46 - 'bomb'.length
    new DataView(archive.buffer).setUint32(directory + 24, 10, true)
    const { files, outcome } = await importZip(new Blob([archive.slice()]))
    expect(outcome).toBe('EINVAL')
    expect(await paths(files)).toEqual(['/in/kept.txt'])
  })

  it('never throws anything but a refusal at a damaged archive', async () => {
    const whole = new Uint8Array(await zipOf({ 'a.txt': 'some text '.repeat(50), 'b/c': 'more' }).arrayBuffer())
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (damage) => {
          const bytes = whole.slice()
          for (const [at, value] of damage) bytes[at] = value
          const { outcome } = await importZip(new Blob([bytes]))
          expect(typeof outcome === 'object' || ['EINVAL', 'ENOSPC', 'ENAMETOOLONG', 'EISDIR', 'ENOTDIR'].includes(outcome)).toBe(
            true,
          )
        },
      ),
    )
  })

  it('tells how far it is, and stops when told to with nothing left behind', async () => {
    const many = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`file-${index}`, 'x']))
    const cancel = new AbortController()
    const seen: TransferProgress[] = []
    const onProgress = (progress: TransferProgress) => {
      seen.push(progress)
      if (progress.files === 300) cancel.abort()
    }
    const { files, outcome } = await importZip(zipOf(many), { onProgress, signal: cancel.signal })
    expect(outcome).toContain('AbortError')
    expect(seen.length).toBe(300)
    expect(seen[299]).toEqual({ files: 300, bytes: 300, path: '/in/file-299' })
    expect(await paths(files)).toEqual(['/in/kept.txt'])
  })

  it('takes single files and chosen folders', async () => {
    const files = createMemoryFiles()
    const inFolder = Object.defineProperty(new File(['2'], 'b.txt'), 'webkitRelativePath', { value: 'folder/b.txt' })
    await importFiles(files, filesFromList([new File(['1'], 'a.txt'), inFolder]), { into: ROOT, by: user })
    expect(await paths(files)).toEqual(['/a.txt', '/folder/b.txt'])
  })

  it('walks dropped folders to the end, however the browser hands them out', async () => {
    const files = createMemoryFiles()
    const batches = [[leaf('1'), leaf('2')], [leaf('3')], []]
    const readEntries = (resolve: (entries: unknown) => void) => resolve(batches.shift())
    const folder = { isFile: false, isDirectory: true, fullPath: '/top', createReader: () => ({ readEntries }) }
    // As much of the interface as a drop is read with.
    const items = [{ webkitGetAsEntry: () => folder }, { webkitGetAsEntry: () => null }] as unknown as DataTransferItem[]
    await importFiles(files, filesFromDrop(items), { into: path('/drop'), by: user })
    expect(await paths(files)).toEqual(['/drop/top/1', '/drop/top/2', '/drop/top/3'])
  })

  it('undoes and passes on whatever goes wrong at the source', async () => {
    const files = createMemoryFiles()
    await expect(importFiles(files, failing(), { into: ROOT, by: user })).rejects.toThrow('the disk is gone')
    expect(await paths(files)).toEqual([])
  })
})

describe('export', () => {
  it('writes a zip archive that can be read back exactly', async () => {
    const files = createMemoryFiles()
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256)
    await files.write(path('/src/ünïcode 日本.txt'), 'text\n'.repeat(2000), user)
    await files.write(path('/src/deep/data.bin'), bytes, user)
    await files.write(path('/src/empty'), '', user)
    await files.mkdir(path('/src/nothing'), user)
    await files.write(path('/outside'), 'x', user)
    const seen: TransferProgress[] = []
    const archive = await exportZip(files, { from: path('/src'), by: user, onProgress: (progress) => seen.push(progress) })
    expect(seen.at(-1)).toEqual({ files: 3, bytes: 80_000, path: '/src/deep/data.bin' })
    const copy = createMemoryFiles()
    await importFiles(copy, filesFromZip(archive), { into: ROOT, by: user })
    expect(await paths(copy)).toEqual(['/empty', '/ünïcode 日本.txt', '/deep/data.bin'])
    expect((await copy.read(path('/deep/data.bin'), user)).data).toEqual(bytes)
    expect((await copy.read(path('/ünïcode 日本.txt'), user)).data).toBe('text\n'.repeat(2000))
  })

  it('stops when told to', async () => {
    const files = createMemoryFiles()
    await files.write(path('/a'), 'x', user)
    await expect(exportZip(files, { from: ROOT, by: user, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('hands out one file with its name and time', async () => {
    const files = createMemoryFiles({ clock: () => 1_000_000 })
    await files.write(path('/d/a.txt'), 'é', user)
    const file = await exportFile(files, path('/d/a.txt'), user)
    expect([file.name, file.lastModified, await file.text()]).toEqual(['a.txt', 1_000_000, 'é'])
  })
})
