import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path/posix'
import { findCrowds } from './find-crowds.ts'
import { findCycles } from './find-cycles.ts'
import { ARROWS, HOMELESS, INNER_ORDERS } from './house.ts'
import { type Import, readImports } from './read-imports.ts'

const SOURCES = ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}']
const LANGUAGE = 'packages/dialects/src/'

interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
}

const isTest = (path: string) => /\.test(-d)?\.tsx?$/.test(path)
const roomOf = (path: string) => path.split('/')[1] ?? ''
/** Directly in `packages/<room>/src`. */
const folderOf = (path: string) => path.split('/').slice(3, -1)[0] ?? ''
const targetOf = (file: SourceFile, specifier: string) => normalize(join(dirname(file.path), specifier))

function doorsOf(root: string, room: string): readonly string[] {
  const manifest = join(root, 'packages', room, 'package.json')
  if (!existsSync(manifest)) return []
  const { exports = {} }: { exports?: Record<string, unknown> } = JSON.parse(readFileSync(manifest, 'utf8'))
  return Object.keys(exports).map((door) => `@parley/${room}${door.slice(1)}`)
}

/** Arrows between rooms, and doors. */
function crossings(root: string, file: SourceFile): readonly string[] {
  const from = roomOf(file.path)
  return file.imports.flatMap(({ specifier, line }) => {
    const where = `${file.path}:${line}`
    if (specifier.startsWith('.')) {
      const inside = targetOf(file, specifier).startsWith(`${file.path.split('/').slice(0, 2).join('/')}/`)
      return inside ? [] : [`${where} reaches out of its room to ${specifier}; import the other room by its name`]
    }
    const to = /^@parley\/([^/]+)/.exec(specifier)?.[1]
    if (to === undefined || to === from) return []
    if (!ARROWS[from]?.includes(to)) return [`${where} imports ${specifier}, but ${from} may not know ${to}`]
    return doorsOf(root, to).includes(specifier) ? [] : [`${where} imports ${specifier}, which is not a door of ${to}`]
  })
}

function innerOrder(file: SourceFile): readonly string[] {
  const order = INNER_ORDERS[roomOf(file.path)]
  const from = folderOf(file.path)
  if (order === undefined || isTest(file.path) || from === '' || from === 'testing') return []
  const allowed = order[from]
  return file.imports.flatMap(({ specifier, line }) => {
    if (!specifier.startsWith('.')) return []
    const to = folderOf(targetOf(file, specifier))
    const fine = to === from || (to === '' ? from !== 'canonical' : allowed ? allowed.includes(to) : to !== 'dialects')
    return fine ? [] : [`${file.path}:${line} imports ${specifier}, but ${from} stands below ${to || 'the package itself'}`]
  })
}

function names(file: SourceFile): readonly string[] {
  const name = basename(file.path).split('.')[0] ?? ''
  return HOMELESS.test(name) ? [`${file.path} has a name that says nothing; name it for what it exports`] : []
}

/** Shared code that knows a dialect by name must be opened again for the next one. */
function mentions(file: SourceFile, ids: readonly string[]): readonly string[] {
  const own = file.path.startsWith(LANGUAGE) && ['dialects', 'testing'].includes(folderOf(file.path))
  if (own || isTest(file.path) || file.path.includes('.generated.')) return []
  return ids.flatMap((id) => {
    const at = file.text.search(new RegExp(`(?<!from )['"\`]${id}['"\`]`))
    return at < 0
      ? []
      : [
          `${file.path}:${file.text.slice(0, at).split('\n').length} names the dialect ${id}; let the dialect declare a property instead`,
        ]
  })
}

/** Everything in the tree that goes through a wall, one sentence each. */
export function findViolations(root: string): readonly string[] {
  const paths = globSync([...SOURCES], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
  const files = paths.map((path): SourceFile => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, imports: readImports(text) }
  })
  const ids = files
    .filter(({ path }) => path.startsWith(`${LANGUAGE}dialects/`) && !isTest(path))
    .flatMap(({ text }) => Array.from(text.matchAll(/^\s+id: '([a-z0-9-]+)'/gm), (match) => match[1] ?? ''))
  const graph = new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter(({ specifier, typeOnly }) => specifier.startsWith('.') && !typeOnly)
        .map(({ specifier }) => targetOf(file, specifier)),
    ]),
  )
  return [
    ...files.flatMap((file) => [...crossings(root, file), ...innerOrder(file), ...names(file), ...mentions(file, ids)]),
    ...findCycles(graph).map((cycle) => `${cycle.join(' → ')} is a circle; one of these imports must go`),
    ...findCrowds(root),
  ]
}
