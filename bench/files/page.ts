import type { Candidate, Shelf, TextFile } from './candidate.ts'
import { lightning } from './lightning.ts'
import { parley } from './parley.ts'
import { raw } from './raw.ts'
import { withDexie } from './with-dexie.ts'
import { withIdb } from './with-idb.ts'
import { zenfs } from './zenfs.ts'

const candidates: Readonly<Record<string, Candidate>> = Object.fromEntries(
  [raw, parley, withIdb, withDexie, zenfs, lightning].map((candidate) => [candidate.name, candidate]),
)

export type Times = Record<string, number>

declare global {
  interface Window {
    names: readonly string[]
    candidates: Readonly<Record<string, Candidate>>
    measure(candidate: string, database: string): Promise<Times>
    prepare(candidate: string, database: string): Promise<void>
  }
}

const text = (index: number) => `// file ${index}\n${'const answer = 42\n'.repeat(32)}`
const small = (folder: string, count: number): readonly TextFile[] =>
  Array.from({ length: count }, (_, index) => [`${folder}/file-${String(index).padStart(5, '0')}.ts`, text(index)])
/** A hundred folders of a hundred files, two deep. */
const forest: readonly TextFile[] = Array.from({ length: 10_000 }, (_, index) => {
  const folder = Math.floor(index / 100)
  return [`/forest/group-${Math.floor(folder / 10)}/folder-${folder}/file-${index % 100}.ts`, text(index)]
})

async function inPieces(shelf: Shelf, files: readonly TextFile[]): Promise<void> {
  for (let start = 0; start < files.length; start += 1000) await shelf.writeBatch(files.slice(start, start + 1000))
}

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`wrong answer: ${what}`)
}

window.names = Object.keys(candidates)
window.candidates = candidates

/** What the reading rows read. */
window.prepare = async (name, database) => {
  const shelf = await open(name, database)
  await inPieces(shelf, small('/thousand', 1000))
  await inPieces(shelf, small('/ten-thousand', 10_000))
  await inPieces(shelf, forest)
  await shelf.close()
}

window.measure = async (name, database) => {
  const times: Times = {}
  const time = async <Result>(row: string, work: () => Promise<Result>): Promise<Result> => {
    const start = performance.now()
    const result = await work()
    times[row] = Math.min(times[row] ?? Number.POSITIVE_INFINITY, performance.now() - start)
    return result
  }
  const shelf = await time('open 21,000 files and read one', async () => {
    const opened = await open(name, database)
    check((await opened.readAll(['/thousand/file-00007.ts']))[0] === text(7), 'read after open')
    return opened
  })
  await writeRows(shelf, time)
  await readRows(shelf, time)
  await shelf.close()
  return times
}

type Time = <Result>(row: string, work: () => Promise<Result>) => Promise<Result>

async function writeRows(shelf: Shelf, time: Time): Promise<void> {
  const stamp = `/w-${Date.now()}`
  await time('write 1,000 in one batch', () => shelf.writeBatch(small(`${stamp}/batch`, 1000)))
  await time('write 200 one by one', async () => {
    for (const [path, content] of small(`${stamp}/single`, 200)) await shelf.writeOne(path, content)
  })
  const big = Uint8Array.from({ length: 10 * 2 ** 20 }, (_, index) => (index * 2654435761) >>> 24)
  await time('write 10 MB', () => shelf.writeBytes(`${stamp}/single/big.bin`, big))
  const read = await time('read 10 MB', () => shelf.readBytes(`${stamp}/single/big.bin`))
  check(read.length === big.length && read[12_345] === big[12_345], 'ten megabytes')
}

/** Three times each: a page lists and reads the same files again and again. The first time is a row of its own. */
async function readRows(shelf: Shelf, time: Time): Promise<void> {
  const first = await time('list 10,000, first time', () => shelf.list('/ten-thousand'))
  check(first.length === 10_000, 'list of 10,000')
  const paths = small('/thousand', 1000).map(([path]) => path)
  for (let repeat = 0; repeat < 3; repeat++) {
    const texts = await time('read 1,000 at once', () => shelf.readAll(paths))
    check(texts.length === 1000 && texts[500] === text(500), 'read')
    const listed = await time('list 1,000', () => shelf.list('/thousand'))
    check(listed.length === 1000 && listed.every((entry) => entry.size > 500), 'list of 1,000')
    check((await time('list 10,000', () => shelf.list('/ten-thousand'))).length === 10_000, 'list of 10,000')
    check((await time('subtree of 10,000', () => shelf.tree('/forest'))).length === 10_110, 'subtree')
  }
}

function open(name: string, database: string): Promise<Shelf> {
  const candidate = candidates[name]
  if (candidate === undefined) throw new Error(`nobody is called ${name}`)
  return candidate.open(database)
}
