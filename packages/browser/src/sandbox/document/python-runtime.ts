import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { PYODIDE_VERSION, PYTHON_FILES, PYTHON_FOLDER, type PythonFile, SIZES_FILE } from './python-version.ts'

type PythonBuild = ReadonlyMap<string, Uint8Array | string>

/** Puts the files of Python into the build, from the npm package `pyodide` of the app, and serves them in development. */
export function pythonRuntime(): Plugin {
  let files: Promise<PythonBuild> | undefined
  let root = process.cwd()
  const read = () => (files ??= pythonFiles(root))
  return {
    name: 'parley-python',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      for (const [path, source] of await read()) this.emitFile({ type: 'asset', fileName: path.slice(1), source })
    },
    configureServer({ middlewares }) {
      middlewares.use(PYTHON_FOLDER, (request, response) => {
        void send(read(), PYTHON_FOLDER.slice(0, -1) + (request.url ?? ''), response)
      })
    },
  }
}

async function send(files: Promise<PythonBuild>, path: string, response: ServerResponse): Promise<void> {
  try {
    const source = (await files).get(path)
    response.writeHead(source === undefined ? 404 : 200).end(source)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

/** The files by path, and one with their sizes. `root`: the folder of the app that has `pyodide`. */
export async function pythonFiles(root: string): Promise<PythonBuild> {
  const manifest = createRequire(join(root, 'package.json')).resolve('pyodide/package.json')
  const { version }: { readonly version: string } = JSON.parse(await readFile(manifest, 'utf8'))
  if (version !== PYODIDE_VERSION)
    throw new Error(
      `Python needs pyodide ${PYODIDE_VERSION} exactly, and ${version} is installed: npm install --save-exact pyodide@${PYODIDE_VERSION}`,
    )
  const folder = dirname(manifest)
  const read = async (name: PythonFile) =>
    [name, name === 'pyodide.js' ? Buffer.from(await bundleInterpreter(folder)) : await readFile(join(folder, name))] as const
  const files = await Promise.all(PYTHON_FILES.map(read))
  const sizes = Object.fromEntries(files.map(([name, bytes]) => [name, bytes.byteLength]))
  const all: readonly (readonly [string, Uint8Array | string])[] = [...files, [SIZES_FILE, JSON.stringify(sizes)]]
  return new Map(all.map(([name, source]) => [PYTHON_FOLDER + name, source]))
}

/** Both scripts of the interpreter in one that is no module: a worker made of text has no address to import from. */
async function bundleInterpreter(folder: string): Promise<string> {
  const entry = 'parley-python-interpreter'
  const code = [
    `import { loadPyodide } from ${JSON.stringify(join(folder, 'pyodide.mjs'))}`,
    `import createPyodideModule from ${JSON.stringify(join(folder, 'pyodide.asm.mjs'))}`,
    'globalThis.parleyPyodide = { loadPyodide, createPyodideModule }',
  ].join('\n')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'import.meta.url': '"https://python.invalid/pyodide.mjs"' },
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: { input: entry, external: [/^node:/, 'ws'], output: { format: 'iife', comments: false } },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('The interpreter of Python was not built.')
  return output.output[0].code
}
