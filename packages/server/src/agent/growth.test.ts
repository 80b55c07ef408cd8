import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agentApp, calls, says } from '../testing/agent-app.ts'
import { defineBackendTool } from '../tools/backend-tool.ts'

const look = defineBackendTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({}),
  run: async () => 'x'.repeat(2000),
})

/** Bytes on the disk after a turn in which the model calls that often. */
async function sizeAfter(steps: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-growth-'))
  const path = join(folder, 'agent.sqlite')
  const said = [...Array.from({ length: steps }, () => calls(['look', {}])), says('Done.')]
  const app = await agentApp({ path, steps: said, tools: [look], config: { limits: { steps: steps + 1 } } })
  await app.ask('t', 'Go.')
  expect((await app.thread('t')).messages).toHaveLength(2 * steps + 2)
  await app.close()
  const database = new DatabaseSync(path)
  const { pages, size } = {
    ...database.prepare('SELECT page_count AS pages, page_size AS size FROM pragma_page_count, pragma_page_size').get(),
  }
  database.close()
  await rm(folder, { recursive: true })
  return Number(pages) * Number(size)
}

test('what a thread takes on the disk grows with its length, not with the square of it', async () => {
  const [short, long] = [await sizeAfter(40), await sizeAfter(160)]
  expect(long / short).toBeLessThan(5)
})
