import { say } from '../../words/files.ts'
import { FileError } from '../file-error.ts'
import type { FileContent, FileData, FileEntry, FileSystem } from '../file-system.ts'
import { ancestorsOf, type Path } from '../path.ts'
import type { Base, CopyRow } from './copy-rows.ts'
import { baseOf, type CopyStore } from './copy-store.ts'
import { type CopyState, LOOKING, orNothing } from './copy-tables.ts'
import { keepChanges } from './keep-changes.ts'
import { type MergedPiece, mergeTexts } from './merge-texts.ts'
import { differences, isStale, type RehearsedChange, toChanges } from './net-changes.ts'

export interface Kept {
  /** What the original has now as the copy had it. */
  readonly kept: readonly Path[]
  /** Changed in the original meanwhile, or refused there: left as it is, in the original and in the copy. */
  readonly left: readonly Path[]
  /** The calls in whose name it was written: `history.undo` of the original takes each of them back. */
  readonly calls: readonly string[]
  /** Of what was kept, what a person changed last in the copy: no call wrote it, so none takes it back. */
  readonly byPerson: readonly Path[]
}

/** What a file is in the original and in the copy; absent where it is not there, or is a folder. */
export interface Sides {
  readonly original?: FileContent
  readonly copy?: FileContent
}

/** A rehearsal: whatever is done in its files stays there until a person keeps it, or lets it go. */
export interface Rehearsal {
  /** The copy. */
  readonly files: FileSystem
  /** When its first change was made. Absent: there is none. */
  began(): Promise<number | undefined>
  /** What is waiting to be kept. */
  changes(): Promise<readonly RehearsedChange[]>
  sides(path: Path): Promise<Sides>
  /** What both sides made of a text that was changed in the original meanwhile. Undefined: it cannot be merged line by line. */
  merge(path: Path): Promise<readonly MergedPiece[] | undefined>
  /**
   * Makes the original what the copy is. What the original has become since is left alone, unless `overwrites` says that a person has
   * seen it and chosen. Absent: everything.
   */
  keep(paths?: readonly Path[], more?: { readonly overwrites?: boolean }): Promise<Kept>
  /**
   * Keeps a text that a person made of both sides, upon the version of the original that they saw. `whole`: the rest of the file is let
   * go; without it, it goes on waiting.
   */
  keepText(path: Path, text: string, seen: FileEntry, more?: { readonly whole?: boolean }): Promise<Kept>
  /** Changes the copy itself: what a person does not want of it. */
  changeCopy(path: Path, text: string): Promise<void>
  /** Lets it go. Absent: all of it, without a trace. */
  discard(paths?: readonly Path[]): Promise<void>
  /** Hears that the copy or the original has changed, also in another tab. Returns the function that ends it. */
  watch(listener: () => void): () => void
}

export interface RehearsalParts {
  readonly original: FileSystem
  readonly copy: FileSystem
  readonly store: CopyStore
  readonly watch: Rehearsal['watch']
}

export class OpenRehearsal implements Rehearsal {
  readonly files: FileSystem
  readonly watch: Rehearsal['watch']
  readonly #original: FileSystem
  readonly #store: CopyStore

  constructor({ original, copy, store, watch }: RehearsalParts) {
    this.files = copy
    this.watch = watch
    this.#original = original
    this.#store = store
  }

  async began(): Promise<number | undefined> {
    return (await this.#store.state()).records[0]?.time
  }

  async changes(): Promise<readonly RehearsedChange[]> {
    const state = await this.#store.state()
    return toChanges(await differences(state, this.#original), state)
  }

  async sides(path: Path): Promise<Sides> {
    const [original, copy] = await Promise.all([contentAt(this.#original, path), contentAt(this.files, path)])
    return { ...(original && { original }), ...(copy && { copy }) }
  }

  async merge(path: Path): Promise<readonly MergedPiece[] | undefined> {
    const { base } = await this.#row(path)
    if (base?.type !== 'file') return undefined
    // A version that the history has let go cannot be compared with: then a person chooses between the whole texts.
    const before = await this.#original.history.readVersion(path, base.version, LOOKING).catch(() => undefined)
    const { original, copy } = await this.sides(path)
    const [middle, one, other] = [textOf(before), textOf(original), textOf(copy)]
    if (middle === undefined || one === undefined || other === undefined) return undefined
    return mergeTexts({ base: middle, original: one, copy: other })
  }

  async keep(paths?: readonly Path[], { overwrites = false }: { readonly overwrites?: boolean } = {}): Promise<Kept> {
    const state = await this.#store.state()
    const wanted = paths && new Set(paths)
    const chosen = (await differences(state, this.#original)).filter(({ row }) => wanted?.has(row.path) ?? true)
    const fresh = chosen.filter((difference) => overwrites || !isStale(difference))
    await keepChanges(fresh, { state, original: this.#original, copy: this.files })
    const left = new Set((await differences(state, this.#original)).map(({ row }) => row.path))
    const kept = chosen.map(({ row }) => row).filter(({ path }) => !left.has(path))
    await this.#store.dropKept(await Promise.all(kept.map((row) => this.#keptAs(row))))
    await this.#tidy()
    return {
      kept: kept.map(({ path }) => path),
      left: chosen.map(({ row }) => row.path).filter((path) => left.has(path)),
      calls: callsOf(kept),
      byPerson: byPerson(kept),
    }
  }

  async keepText(path: Path, text: string, seen: FileEntry, { whole = false }: { readonly whole?: boolean } = {}): Promise<Kept> {
    const row = await this.#row(path)
    const { entry } = await this.#original.write(path, text, row.by, { expect: seen.version })
    if (whole) await this.#store.dropKept([{ row, base: baseOf(entry) }])
    else await this.#store.rebase(row, { type: 'file', version: entry.version, hash: entry.hash })
    await this.#tidy()
    return { kept: [path], left: [], calls: callsOf([row]), byPerson: byPerson([row]) }
  }

  async changeCopy(path: Path, text: string): Promise<void> {
    await this.files.write(path, text, (await this.#row(path)).by)
    await this.#tidy()
  }

  async discard(paths?: readonly Path[]): Promise<void> {
    if (paths === undefined) return await this.#store.clear()
    await this.#store.drop([...paths, ...emptied(await this.#store.state(), paths)])
    await this.#tidy()
  }

  async #keptAs(row: CopyRow): Promise<{ readonly row: CopyRow; readonly base?: Base }> {
    const there = await orNothing(this.#original.stat(row.path, LOOKING))
    return { row, ...(there && { base: baseOf(there) }) }
  }

  async #row(path: Path): Promise<CopyRow> {
    const row = (await this.#store.state()).rows.get(path)
    if (!row) throw new FileError('ENOENT', path, say('rehearsal.nothing', { path }))
    return row
  }

  /** With the last difference the copy goes, too. */
  async #tidy(): Promise<void> {
    const state = await this.#store.state()
    if (state.edition !== undefined && (await differences(state, this.#original)).length === 0) await this.#store.clear()
  }
}

const contentAt = async (files: FileSystem, path: Path): Promise<FileContent | undefined> =>
  (await files.readMany([path], LOOKING))[0]

const callsOf = (rows: readonly CopyRow[]): readonly string[] => [...new Set(rows.flatMap(({ by }) => by.call ?? []))]

const byPerson = (rows: readonly CopyRow[]): readonly Path[] =>
  rows.flatMap(({ path, by }) => (by.call === undefined ? path : []))

/** Folders that the copy made, and that have nothing left in them. */
function emptied({ rows }: CopyState, gone: readonly Path[]): readonly Path[] {
  const going = new Set<string>(gone)
  const found: Path[] = []
  for (const folder of new Set(gone.flatMap((path) => ancestorsOf(path).toReversed())).values()) {
    const row = rows.get(folder)
    if (row?.node?.type !== 'folder' || row.base) continue
    if (rows.children(folder).some(({ parent, name }) => !going.has(`${parent === '/' ? '' : parent}/${name}`))) continue
    going.add(folder)
    found.push(folder)
  }
  return found
}

function textOf(content: { readonly data: FileData } | undefined): string | undefined {
  return typeof content?.data === 'string' ? content.data : undefined
}
