import { asDataUrl, type FoundFile, pathBeside, type ReadAside } from './beside.ts'
import { imageTypeOf } from './image-type.ts'

export interface ModuleImport {
  /** What stands in the code between `start` and `end`: with its quotes, if the import is made while the program runs. */
  readonly specifier: string
  readonly start: number
  readonly end: number
  readonly isDynamic: boolean
}

export interface CompiledModule {
  readonly code: string
  readonly imports: readonly ModuleImport[]
}

/** Makes JavaScript of a file, by the ending of its path, and says what it imports. Rejects with a sentence. */
export type CompileModule = (path: string, text: string) => Promise<CompiledModule>

export interface ModuleSource {
  readonly read: ReadAside
  readonly compile: CompileModule
  /** What can be imported by its name. */
  readonly libraries: readonly string[]
}

export interface PageModules {
  /** A script of the page, rewritten so that it finds the others. */
  add(text: string, path: string): Promise<string>
  /** The code of every file that was imported, by the name it is imported by. */
  readonly found: ReadonlyMap<string, string>
  readonly usesLibraries: () => boolean
  /** What could not be had, in sentences. */
  readonly problems: readonly string[]
}

const MOST_MODULES = 500
const MOST_CHARACTERS = 8_000_000
/** What a name may lack, in the order in which it is tried. */
const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js', '.mjs', '/index.tsx', '/index.ts', '/index.jsx', '/index.js']

const nameOf = (path: string): string => `vfs:${encodeURI(path).replaceAll("'", '%27')}`

/** Follows imports through the files beside a page. Each file is read once, however often and from wherever it is imported. */
export function collectModules({ read, compile, libraries }: ModuleSource): PageModules {
  const found = new Map<string, string>()
  const problems: string[] = []
  let characters = 0
  let usesLibraries = false

  const codeOf = async (path: string, data: string | Uint8Array<ArrayBuffer>): Promise<string> => {
    const type = imageTypeOf(path)
    if (type !== undefined) return `export default ${JSON.stringify(await asDataUrl(new Blob([data], { type })))}`
    if (typeof data !== 'string') throw new Error('it is no text')
    if (path.endsWith('.css')) return styleModule(data)
    if (path.endsWith('.json')) return `export default ${JSON.stringify(JSON.parse(data))}`
    return await add(data, path)
  }
  const visit = async (path: string, data: string | Uint8Array<ArrayBuffer>): Promise<void> => {
    const name = nameOf(path)
    if (found.has(name)) return
    characters += data.length
    if (found.size >= MOST_MODULES || characters > MOST_CHARACTERS) {
      problems.push(`${path} was not loaded: a preview takes ${MOST_MODULES} files and ${MOST_CHARACTERS / 1e6} MB at most.`)
      return
    }
    // Before what it imports, since that may import it again.
    found.set(name, '')
    try {
      found.set(name, `${await codeOf(path, data)}\n//# sourceURL=${name}`)
    } catch (error) {
      problems.push(`${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const target = async (specifier: string, from: string): Promise<string> => {
    if (libraries.includes(specifier)) {
      usesLibraries = true
      return specifier
    }
    if (!/^\.{0,2}\//.test(specifier)) {
      const there = libraries.length === 0 ? '' : ` There are: ${libraries.join(', ')}.`
      problems.push(`"${specifier}" in ${from} cannot be imported: nothing gets into a preview from outside.${there}`)
      return specifier
    }
    const file = await findImported(specifier, from, read)
    if (!file) {
      problems.push(`"${specifier}" in ${from} cannot be imported: there is no such file.`)
      return specifier
    }
    await visit(file.path, file.data)
    return nameOf(file.path)
  }
  const add = async (text: string, path: string): Promise<string> => {
    const compiled = await compile(path, text)
    const names: string[] = []
    for (const { specifier } of compiled.imports) names.push(await target(specifier, path))
    return renameImports(compiled, names)
  }
  return { add, found, problems, usesLibraries: () => usesLibraries }
}

async function findImported(specifier: string, from: string, read: ReadAside): Promise<FoundFile | undefined> {
  const path = pathBeside(specifier, from)
  if (path === undefined) return undefined
  for (const ending of ENDINGS) {
    const data = await read(path + ending)
    if (data !== undefined) return { path: path + ending, data }
  }
  return undefined
}

function renameImports({ code, imports }: CompiledModule, names: readonly string[]): string {
  let rest = 0
  let renamed = ''
  for (const [index, { start, end, isDynamic }] of imports.entries()) {
    const name = names[index] ?? ''
    renamed += code.slice(rest, start) + (isDynamic ? JSON.stringify(name) : name)
    rest = end
  }
  return renamed + code.slice(rest)
}

const styleModule = (css: string): string =>
  `const style = document.createElement('style')\nstyle.textContent = ${JSON.stringify(css)}\ndocument.head.append(style)\nexport default {}`
