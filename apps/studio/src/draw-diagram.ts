import { createSandbox, type ReadLibrary, type Sandbox, type ShownItem } from '@parley/browser/sandbox'

export interface Documents {
  readonly documentUrl: string
  readonly workerDocumentUrl: string
}

const LIMIT_MS = 15_000

/** Draws Mermaid in a sandbox of its own: a diagram waits for no program, and one that spins is ended. */
export function createDiagrams(documents: Documents, libraries: ReadLibrary): (source: string) => Promise<ShownItem> {
  let sandbox: Sandbox | undefined
  return async (source) => {
    sandbox ??= createSandbox({ ...documents, libraries })
    const code = `show(await parleyDrawMermaid(${JSON.stringify(source)}))`
    const outcome = await sandbox.run({ code, limits: { timeoutMs: LIMIT_MS } }, new AbortController().signal)
    const [item] = outcome.shown?.items ?? []
    if (item) return item
    throw new Error(outcome.kind === 'threw' ? outcome.error.message : outcome.kind === 'stopped' ? outcome.message : '')
  }
}
