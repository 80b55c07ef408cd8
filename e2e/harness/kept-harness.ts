import { createHash } from 'node:crypto'
import { loadSandboxDoor, loadViteDoor } from './sandbox-door.ts'
import { PAGE, UNLOCKED_PATH } from './serve-page.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The real service worker for the harness page. It takes a document that nothing locks for a locked one, as if a server had lost its headers. */
export async function keptHarness(scripts: ReadonlyMap<string, string>): Promise<readonly (readonly [string, string])[]> {
  const [{ serviceWorkerFor }, { sandboxPages, sandboxDocument }] = await Promise.all([loadViteDoor(), loadSandboxDoor()])
  const locked = sandboxPages().map(({ path, html, headers }) => ({ path, sha256: sha256(html), headers }))
  const unlocked = { path: UNLOCKED_PATH, sha256: sha256(sandboxDocument().html), headers: {} }
  const kept = {
    id: 'harness',
    page: { path: '/', sha256: sha256(PAGE) },
    locked: [...locked, unlocked],
    first: [...scripts.keys()],
    usual: [],
    rare: [],
    fresh: [],
  }
  return [['/service-worker.js', await serviceWorkerFor(kept)]]
}
