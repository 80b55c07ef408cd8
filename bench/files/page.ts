import type { Candidate, Shelf, TextFile } from './candidate.ts'
import { lightning } from './lightning.ts'
import { parley } from './parley.ts'
import { raw } from './raw.ts'
import { withDexie } from './with-dexie.ts'
import { withIdb } from './with-idb.ts'
import { zenfs } from './zenfs.ts'

const candidates = [raw, parley, withIdb, withDexie, zenfs, lightning]
const DATABASE = 'bench'

declare global {
  interface Window {
    readonly bench: {
      readonly names: readonly string[]
      readonly rows: readonly string[]
      /** Writes what the reading rows read. Tells whether all of it was written in time. */
      prepare(candidate: string, milliseconds: number): Promise<boolean>
      /** Does the work of one row once and tells how long it took. */
      run(candidate: string, row: string): Promise<number>
    }
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
const thousandPaths = small('/thousand', 1000).map(([path]) => path)
const WORDS =
  'await call const file function list model name page path read result return store tool type user value write'.split(' ')
const TEN_MEGABYTES = 10 * 2 ** 20
const big = anyBytes(TEN_MEGABYTES)
let prose = ''

/** Like a photograph or an archive: Chromium packs what it stores, except a `Blob`, and these do not get smaller. */
function anyBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let start = 0; start < length; start += 65_536) crypto.getRandomValues(bytes.subarray(start, start + 65_536))
  return bytes
}

/** Like a list of names and numbers: packed, it is half as large. */
function manyWords(length: number): string {
  const numbers = new Uint32Array(anyBytes(length).buffer)
  const words = Array.from(numbers, (number) => `${WORDS[number % WORDS.length]}${number % 5 === 0 ? number % 9973 : ''}`)
  return words.join(' ').slice(0, length)
}

interface Desk {
  readonly candidate: Candidate
  shelf: Shelf
}

interface Row {
  /** Work before the clock starts. */
  prepare?(desk: Desk): Promise<void>
  /** `turn` differs each time, so that nobody writes what is there already. */
  work(desk: Desk, turn: number): Promise<void>
}

const reopen = async (desk: Desk) => {
  await desk.shelf.close()
  desk.shelf = await desk.candidate.open(DATABASE)
}

const listLong = async ({ shelf }: Desk) => check((await shelf.list('/ten-thousand')).length === 10_000, 'list of 10,000')

const rows: Readonly<Record<string, Row>> = {
  'open 21,000 files, read one': {
    prepare: async ({ shelf }) => shelf.close(),
    async work(desk) {
      desk.shelf = await desk.candidate.open(DATABASE)
      check((await desk.shelf.readAll(['/thousand/file-00007.ts']))[0] === text(7), 'read after open')
    },
  },
  'write 1,000 in one batch': { work: ({ shelf }, turn) => shelf.writeBatch(small(`/batch-${turn}`, 1000)) },
  'write 200 one by one': {
    async work({ shelf }, turn) {
      for (const [path, content] of small(`/single-${turn}`, 200)) await shelf.writeOne(path, content)
    },
  },
  'write 10 MB': {
    prepare: async () => void new TextEncoder().encodeInto(String(++stamps).padStart(8, '0'), big),
    work: ({ shelf }) => shelf.writeBytes('/thousand/big.bin', big),
  },
  'read 10 MB': {
    async work({ shelf }) {
      const read = await shelf.readBytes('/thousand/big.bin')
      check(read.length === big.length && read[12_345] === big[12_345], 'ten megabytes')
    },
  },
  'write 10 MB of text': {
    prepare: async () => void (prose ||= manyWords(TEN_MEGABYTES)),
    work: ({ shelf }, turn) => shelf.writeOne('/prose/long.txt', `${turn} ${prose}`),
  },
  'read 10 MB of text': {
    async work({ shelf }) {
      const [read] = await shelf.readAll(['/prose/long.txt'])
      check(read?.endsWith(prose) ?? false, 'a long text')
    },
  },
  'read 1,000 at once': {
    async work({ shelf }) {
      const texts = await shelf.readAll(thousandPaths)
      check(texts.length === 1000 && texts[500] === text(500), 'read')
    },
  },
  'list 1,000': {
    async work({ shelf }) {
      const listed = await shelf.list('/thousand')
      check(listed.length >= 1000 && listed.every((entry) => entry.size > 500), 'list of 1,000')
    },
  },
  'list 10,000': { work: listLong },
  'list 10,000, just opened': { prepare: reopen, work: listLong },
  'subtree of 10,000': {
    work: async ({ shelf }) => check((await shelf.tree('/forest')).length === 10_110, 'subtree'),
  },
}

const desks = new Map<string, Promise<Desk>>()
let runs = 0
let stamps = 0

function deskOf(name: string): Promise<Desk> {
  const candidate = candidates.find((other) => other.name === name)
  if (candidate === undefined) throw new Error(`nobody is called ${name}`)
  const desk = desks.get(name) ?? candidate.open(DATABASE).then((shelf): Desk => ({ candidate, shelf }))
  desks.set(name, desk)
  return desk
}

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`wrong answer: ${what}`)
}

async function run(name: string, rowName: string): Promise<number> {
  const [desk, row] = [await deskOf(name), rows[rowName]]
  if (row === undefined) throw new Error(`there is no row ${rowName}`)
  await row.prepare?.(desk)
  const start = performance.now()
  await row.work(desk, ++runs)
  return performance.now() - start
}

async function prepare(name: string, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  const { shelf } = await deskOf(name)
  const files = [...small('/thousand', 1000), ...small('/ten-thousand', 10_000), ...forest]
  for (let start = 0; start < files.length; start += 1000) {
    if (start > 0 && performance.now() > deadline) return false
    await shelf.writeBatch(files.slice(start, start + 1000))
  }
  return true
}

Object.assign(window, { bench: { names: candidates.map(({ name }) => name), rows: Object.keys(rows), prepare, run } })
