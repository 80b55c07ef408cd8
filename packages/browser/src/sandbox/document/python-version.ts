/** The npm package `pyodide` of exactly this version is what Python runs on: its files are asked for by name. */
export const PYODIDE_VERSION = '314.0.7'

/** Where the build puts the files, below the root of the site. */
export const PYTHON_FOLDER = `/python/${PYODIDE_VERSION}/`

/** What a page fetches when Python is first used, in this order. */
export const PYTHON_FILES = ['pyodide.js', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'] as const

export type PythonFile = (typeof PYTHON_FILES)[number]

/** The size of each file, written by the build beside them. */
export const SIZES_FILE = 'sizes.json'
