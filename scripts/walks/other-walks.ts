import { createRequire } from 'node:module'
import { createExecutor, createFileTools } from '@parley/browser'
import { openIndexedDbFiles, openThreadAreas } from '@parley/browser/files'
import type { StreamEvent } from '@parley/dialects'
import { type BackendTool, createApp, readConfig } from '@parley/server'
import { openSqliteStore, serveAgent } from '@parley/server/agent'
import { CrossedFiles, crossedBy } from './crossed-files.ts'

/** `write_file` as the executor runs it, until the database has it. */
export async function writeWalk(): Promise<readonly string[]> {
  // The database of the browser's own tests.
  createRequire(new URL('../../packages/browser/package.json', import.meta.url))('fake-indexeddb/auto')
  const files = await openIndexedDbFiles()
  const areas = await openThreadAreas({ files, threads: [], starter: [] })
  await areas.prepare('thread')
  const executor = createExecutor(createFileTools(areas.filesOf('thread')))
  let count = 0
  return await crossedBy(async () => {
    count++
    const input = { path: `/notes/${count}.md`, content: 'Seven.' }
    const call = { type: 'tool-call', id: `c${count}`, name: 'write_file', input } as const
    const result = await executor.execute(call, {
      callId: call.id,
      language: 'en',
      onProgress() {},
      human: async () => null,
      signal: new AbortController().signal,
    })
    if (result.outcome !== 'ok') throw new Error(JSON.stringify(result))
  })
}

const look: BackendTool = {
  spec: { name: 'look', description: 'Looks.', parameters: { type: 'object' } },
  check: () => undefined,
  needsApproval: () => undefined,
  run: async () => 'seen',
}

const said = (part: StreamEvent, reason: 'calls' | 'done'): readonly StreamEvent[] => [
  { type: 'message-start', messageId: crypto.randomUUID(), model: 'ready' },
  part,
  { type: 'message-end', reason },
]
const CALLED = said({ type: 'part-end', part: 0, value: { type: 'tool-call', id: 'c1', name: 'look', input: {} } }, 'calls')
const DONE = said({ type: 'part-end', part: 0, value: { type: 'text', text: 'Done.' } }, 'done')

/** From a whole answer with a call of the server's, through its running and keeping, to the next request. */
export async function stepWalk(): Promise<readonly string[]> {
  const crossed = new CrossedFiles()
  let asked = 0
  let files: readonly string[] = []
  const provider = {
    id: 'ready',
    label: 'Ready',
    models: async () => [{ id: 'ready', native: true }],
    // A turn before, so that what only loads is not counted.
    async *respond() {
      asked++
      if (asked === 3) await crossed.begin()
      if (asked === 4) files = await crossed.end()
      yield asked % 2 === 1 ? CALLED : DONE
    },
  }
  const store = await openSqliteStore(':memory:', { replica: 'walk', leaseMs: 10_000 })
  const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' } }), {
    tools: [look],
    providers: [provider],
    agent: (context) => serveAgent(context, store, { keepDays: 90, leaseMs: 10_000 }),
  })
  for (const threadId of ['first', 'second']) {
    const config = { mode: 'agent', threadId, model: 'ready' }
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Go.' }], tools: {}, config })
    const headers = { 'content-type': 'application/json' }
    await (await app.request('/api/chat?events=canonical', { method: 'POST', headers, body })).text()
  }
  return files
}
