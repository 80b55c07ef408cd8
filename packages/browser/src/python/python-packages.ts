import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'
import { forgetKept, keptFile, keptUrls, readKept } from './kept-file.ts'
import type { Progress } from './python-files.ts'

/** One package as `pyodide-lock.json` describes it. */
interface Locked {
  readonly name: string
  readonly version: string
  readonly file: string
  readonly sha256: string
  readonly imports: readonly string[]
  readonly depends: readonly string[]
}

interface Wheels {
  readonly names: readonly string[]
  readonly files: Readonly<Record<string, Uint8Array>>
}

export interface FetchPackages {
  readonly names: readonly string[]
  /** Where the wheels of this version of Pyodide lie: `https://…/full/`. */
  readonly address: string
  readonly onProgress?: (progress: Progress & { readonly name: string }) => void
  readonly signal: AbortSignal
}

/** Packages beyond the standard library. None of them is there before somebody asks for it. */
export interface PythonPackages {
  /** Fetches packages with all that they need, each checked against the lock file before it is kept. */
  fetch(wanted: FetchPackages): Promise<void>
  /** What is here, by name, with its version. */
  here(): Promise<ReadonlyMap<string, string>>
  forget(): Promise<void>
  /** The files that a program needs of what is here. */
  wheelsFor(code: string): Promise<Wheels>
  /** The package that has this module, if any has. */
  owner(module: string): string | undefined
}

/** Kept under an address of nobody, so that it does not matter where they came from. */
const SHELF = 'https://packages.python.invalid/'

const shelfUrl = ({ sha256: hash, file }: Locked): string => `${SHELF}${hash}/${file}`
const isRight = (one: Locked) => async (bytes: Uint8Array<ArrayBuffer>) => (await sha256(bytes)) === one.sha256

/** `lock`: the text of `pyodide-lock.json`, which the page was built with. Its hashes are what every file is checked against. */
export function createPythonPackages(lock: string): PythonPackages {
  const packages = readLock(lock)
  const byModule = new Map([...packages.values()].flatMap((one) => one.imports.map((module) => [module, one] as const)))
  const present = async (): Promise<readonly Locked[]> => {
    const urls = new Set(await keptUrls())
    return [...packages.values()].filter((one) => urls.has(shelfUrl(one)))
  }
  return {
    async fetch({ names, address, onProgress, signal }) {
      const all = withNeeds(names, packages)
      for (const [index, one] of all.entries()) {
        onProgress?.({ name: one.name, done: index, total: all.length })
        const url = new URL(one.file, address.endsWith('/') ? address : `${address}/`).href
        await keptFile({ url: shelfUrl(one), from: url, isRight: isRight(one), signal })
      }
    },
    here: async () => new Map((await present()).map(({ name, version }) => [name, version])),
    forget: async () => forgetKept((await keptUrls()).filter((url) => url.startsWith(SHELF))),
    async wheelsFor(code) {
      const wanted = importedModules(code).flatMap((module) => byModule.get(module) ?? [])
      if (wanted.length === 0) return { names: [], files: {} }
      const all = withNeeds(
        wanted.map(({ name }) => name),
        packages,
      )
      const found = await Promise.all(all.map(async (one) => [one, await readKept(shelfUrl(one), isRight(one))] as const))
      const got = new Map(found.flatMap(([one, bytes]) => (bytes ? [[one.name, [one.file, bytes] as const]] : [])))
      // A package without one of its needs would only fail later, with less clear words.
      const whole = wanted.filter(({ name }) => withNeeds([name], packages).every((need) => got.has(need.name)))
      return { names: whole.map(({ name }) => name), files: Object.fromEntries(got.values()) }
    },
    owner: (module) => byModule.get(module.split('.')[0] ?? '')?.name,
  }
}

/** Modules that a program names where it imports them, at the start of a line. */
export function importedModules(code: string): readonly string[] {
  const found = new Set<string>()
  for (const [, from, list] of code.matchAll(/^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+([\w., \t]+))/gm)) {
    if (from) found.add(from)
    for (const item of list?.split(',') ?? []) found.add(/\w+/.exec(item)?.[0] ?? '')
  }
  found.delete('')
  return [...found]
}

function withNeeds(names: readonly string[], packages: ReadonlyMap<string, Locked>): readonly Locked[] {
  const found = new Map<string, Locked>()
  const add = (name: string): void => {
    const one = packages.get(name)
    if (!one || found.has(name)) return
    found.set(name, one)
    one.depends.forEach(add)
  }
  names.forEach(add)
  return [...found.values()]
}

function readLock(text: string): ReadonlyMap<string, Locked> {
  const lock: unknown = JSON.parse(text)
  const packages = isJsonObject(lock) ? ownValue(lock, 'packages') : undefined
  const entries = isJsonObject(packages) ? Object.values(packages).filter(isJsonObject) : []
  return new Map(entries.flatMap(readLocked).map((one) => [one.name, one]))
}

function readLocked(entry: JsonObject): readonly Locked[] {
  const word = (key: string) => {
    const value = ownValue(entry, key)
    return typeof value === 'string' ? value : ''
  }
  const words = (key: string) => {
    const value = ownValue(entry, key)
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  }
  const one = { name: word('name'), version: word('version'), file: word('file_name'), sha256: word('sha256') }
  return one.name && one.file && one.sha256 ? [{ ...one, imports: words('imports'), depends: words('depends') }] : []
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
