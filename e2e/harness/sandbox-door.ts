import { runnerImport } from 'vite'

/** The door of `@parley/browser` that knows how the sandbox must be served. */
type Door = typeof import('@parley/browser/sandbox-document')

/** Loaded from source, whatever conditions the test runner itself was started with. */
export async function loadSandboxDoor(): Promise<Door> {
  const { module } = await runnerImport<Door>('@parley/browser/sandbox-document', {
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    environments: { inline: { resolve: { conditions: ['@parley/source'], noExternal: [/^@parley\//] } } },
  })
  return module
}
