import { join } from 'node:path'
import { runnerImport } from 'vite'

/** The door of `@parley/browser` that knows how the sandbox must be served. */
type Door = typeof import('@parley/browser/sandbox-document')

/** Loaded from source, whatever conditions the test runner itself was started with. */
export const loadSandboxDoor = (): Promise<Door> => loadDoor<Door>('@parley/browser/sandbox-document')

/** The door for builds. */
export const loadViteDoor = () => loadDoor<typeof import('@parley/browser/vite')>('@parley/browser/vite')

/** What the build of an app puts beside the page for Python, by path. */
export async function loadPythonFiles(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { pythonFiles } = await loadViteDoor()
  return await pythonFiles(join(import.meta.dirname, '..', '..', 'apps', 'studio'))
}

async function loadDoor<Module>(name: string): Promise<Module> {
  const { module } = await runnerImport<Module>(name, {
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    environments: { inline: { resolve: { conditions: ['@parley/source'], noExternal: [/^@parley\//] } } },
  })
  return module
}
