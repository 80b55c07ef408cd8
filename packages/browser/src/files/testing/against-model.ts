import * as fc from 'fast-check'
import { isFileError } from '../file-error.ts'
import type { By, FileData, FileSystem } from '../file-system.ts'
import { type Path, parsePath, ROOT, toPath } from '../path.ts'
import { FilesModel, type Picture } from './files-model.ts'

export interface AgainstModelOptions {
  /** Opens an empty file system as several tabs would: all of them show the same files. */
  readonly open: () => Promise<readonly FileSystem[]>
  /** Opens one more such tab on the same files. With it, programs also close tabs and open them again. */
  readonly reopen?: () => Promise<FileSystem>
  readonly runs: number
  readonly seed?: number
  /** Nothing is taken back and nobody goes back in time: for files that know only a part of their past. */
  readonly withoutHistory?: true
  /** Looks at the end, after everything was compared. */
  readonly atEnd?: (files: FileSystem, compare: (other: FileSystem) => Promise<void>) => Promise<void>
}

type Step =
  | { readonly kind: 'write'; readonly path: Path; readonly data: FileData }
  | { readonly kind: 'batch'; readonly files: readonly { readonly path: Path; readonly data: FileData }[] }
  | { readonly kind: 'mkdir' | 'read' | 'list' | 'stat'; readonly path: Path }
  | { readonly kind: 'remove'; readonly path: Path; readonly recursive: boolean }
  | { readonly kind: 'move' | 'copy'; readonly path: Path; readonly to: Path }
  /** Back to one of the moments seen so far. */
  | { readonly kind: 'rewind'; readonly moment: number }
  | { readonly kind: 'undo' }

/** A tab that is closed and opened again, and remembers nothing but what is stored. */
interface Reopen {
  readonly kind: 'reopen'
}

const user: By = { actor: 'user' }
const name = fc.constantFrom('a', 'b', 'c', 'a-b', 'é', 'e\u0301', '日本', '👩‍👩‍👧', '__proto__', ' ', '...', '\u{10ffff}')
const hostile = fc.constantFrom('.', '..', '', '../..', 'a//b')
const path: fc.Arbitrary<Path> = fc
  .array(fc.oneof({ weight: 8, arbitrary: name }, { weight: 1, arbitrary: hostile }), { maxLength: 5 })
  .map((names) => parsePath(`/${names.join('/')}`))
  .map((parsed) => (parsed.kind === 'valid' ? parsed.path : ROOT))
const data: fc.Arbitrary<FileData> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('x'.repeat(5000), 'é'.repeat(3000), '', '\ufeff\r\n', 'z'.repeat(300_000)),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => bytes.slice()),
)

const batch = fc
  .record({ folder: path, names: fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), data })
  .map(({ folder, names, data: written }) =>
    names.map((child, index) => ({ path: toPath(`${folder}/${child}`), data: index % 2 === 0 ? written : child })),
  )

const step: fc.Arbitrary<Step | Reopen> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('write' as const), path, data }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('batch' as const), files: batch }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('mkdir' as const, 'read' as const, 'list' as const, 'stat' as const), path }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), path, recursive: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('move' as const, 'copy' as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rewind' as const), moment: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
)

/** Plays random programs on the real thing and on the model, each step in a random tab. Tells the smallest program that they differ in; undefined: none. */
export async function differenceFromModel(options: AgainstModelOptions): Promise<string | undefined> {
  const { open, runs, seed, withoutHistory } = options
  const steps = withoutHistory ? step.filter(({ kind }) => kind !== 'rewind' && kind !== 'undo') : step
  const program = fc.array(fc.tuple(steps, fc.nat()), { maxLength: 40 })
  const details = await fc.check(
    fc.asyncProperty(program, async (played) => {
      const tabs = [...(await open())]
      try {
        await play(tabs, played, options)
      } finally {
        for (const tab of tabs) tab.close()
      }
    }),
    { numRuns: runs, ...(seed !== undefined && { seed }) },
  )
  const told = fc.defaultReportMessage(details)
  return told && `${String(details.errorInstance).slice(0, 1000)}\n${told}`
}

async function play(
  tabs: FileSystem[],
  steps: readonly (readonly [Step | Reopen, number])[],
  { reopen, atEnd }: AgainstModelOptions,
): Promise<void> {
  const model = new FilesModel()
  const moments: { readonly version: number; readonly picture: Picture }[] = [{ version: 0, picture: model.picture() }]
  for (const [next, tab] of steps) {
    const files = tabs[tab % tabs.length]
    const before = model.picture()
    if (files === undefined) throw new Error('there are no tabs')
    if (next.kind === 'reopen') {
      if (reopen === undefined) continue
      files.close()
      tabs[tab % tabs.length] = await reopen()
      continue
    }
    const expected = predict(model, next, { moments, before: moments.at(-2)?.picture ?? before })
    same(await perform(files, next, moments), expected, next)
    moments.push({ version: await files.history.now(), picture: model.picture() })
  }
  if (reopen !== undefined) {
    tabs.push(await reopen())
    // Folder by folder first: the tree would teach the new tab everything at once.
    for (const folder of [ROOT, ...model.folders()])
      same(await listNames(tabs.at(-1), toPath(folder)), sorted(model.names(folder)), folder)
  }
  for (const files of tabs) await compareAll(files, model.picture())
  const [first] = tabs
  if (first) await atEnd?.(first, (other) => compareAll(other, model.picture()))
}

async function listNames(files: FileSystem | undefined, folder: Path): Promise<unknown> {
  return (await files?.list(folder, user))?.map((entry) => entry.name)
}

interface Past {
  readonly moments: readonly { readonly version: number; readonly picture: Picture }[]
  readonly before: Picture
}

function predict(model: FilesModel, next: Step, { moments, before }: Past): unknown {
  switch (next.kind) {
    case 'write':
      return model.write(next.path, next.data)
    case 'batch':
      return model.writeMany(next.files.map((file) => [file.path, file.data]))
    case 'mkdir':
      return model.mkdir(next.path)
    case 'remove':
      return model.remove(next.path, next.recursive)
    case 'move':
      return model.transfer(next.path, next.to, false)
    case 'copy':
      return model.transfer(next.path, next.to, true)
    case 'read':
      return model.read(next.path)
    case 'stat':
      return typeof model.read(next.path) === 'string' && model.read(next.path) !== 'EISDIR' ? model.read(next.path) : undefined
    case 'list':
      return sorted(model.names(next.path))
    case 'rewind':
      return model.become(moments[next.moment % moments.length]?.picture ?? before)
    case 'undo':
      return model.become(before)
  }
}

async function perform(files: FileSystem, next: Step, moments: Past['moments']): Promise<unknown> {
  const by: By = { actor: 'model', call: `call-${moments.length}` }
  try {
    switch (next.kind) {
      case 'write':
        return void (await files.write(next.path, next.data, by))
      case 'batch':
        return void (await files.writeMany(next.files, by))
      case 'mkdir':
        return void (await files.mkdir(next.path, by))
      case 'remove':
        return await files.remove(next.path, by, { recursive: next.recursive })
      case 'move':
        return void (await files.move(next.path, next.to, by))
      case 'copy':
        return void (await files.copy(next.path, next.to, by))
      case 'read':
        return { data: (await files.read(next.path, by)).data }
      case 'stat':
        return void (await files.stat(next.path, by))
      case 'list':
        return (await files.list(next.path, by)).map((entry) => entry.name)
      case 'rewind':
        return void (await files.history.restoreAll(ROOT, moments[next.moment % moments.length]?.version ?? 0, by))
      case 'undo':
        return void (await files.history.undo(`call-${moments.length - 1}`, by))
    }
  } catch (error) {
    if (isFileError(error)) return error.code
    throw error
  }
}

/** Tree, contents, and that the newest version in the history is what the file says. */
async function compareAll(files: FileSystem, picture: Picture): Promise<void> {
  const entries = await files.tree(ROOT, user)
  same(entries.map((entry) => entry.path).sort(), [...picture.keys()].sort(), 'the tree')
  for (const entry of entries) {
    const node = picture.get(entry.path)
    same(entry.type, node?.folder === true ? 'folder' : 'file', entry.path)
    if (entry.type === 'folder') continue
    same((await files.read(entry.path, user)).data, node?.data, entry.path)
    const versions = await files.history.versions(entry.path, user)
    same(versions[0]?.entry.hash, entry.hash, `the newest version of ${entry.path}`)
    for (const version of versions) {
      const kept = await files.history.readVersion(entry.path, version.entry.version, user)
      same(kept.entry.hash, version.entry.hash, `version ${version.entry.version} of ${entry.path}`)
    }
  }
}

function sorted(names: unknown): unknown {
  return Array.isArray(names) ? names.map(String).toSorted() : names
}

function same(actual: unknown, expected: unknown, what: unknown): void {
  const [left, right] = [show(actual), show(expected)]
  if (left !== right) throw new Error(`${show(what)}: got ${left}, expected ${right}`)
}

/** As the file system gives it: text where it is valid UTF-8. */
function asText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return `bytes ${[...bytes].join(' ')}`
  }
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (inner instanceof Uint8Array ? asText(inner) : inner)) ?? 'nothing'
}
