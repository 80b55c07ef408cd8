import { ASSUMED_CONTEXT, FIND_TOOLS, tokensOf } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryGrants } from '../../approval/grants.ts'
import { housePolicy } from '../../approval/policy.ts'
import { openFoundTools } from '../../storage/found-tools.ts'
import { memoryThreadStorage } from '../../storage/thread-storage.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { Tool, ToolContext } from '../../tools/tool.ts'
import { judgeCall } from '../../turn/judge-call.ts'
import { createSearchingExecutor, type FoundTools } from './tool-search.ts'

const SUBJECTS = ['issue', 'pull request', 'calendar event', 'invoice', 'mail', 'photo', 'ticket', 'contact', 'file', 'song']
const VERBS = ['create', 'list', 'read', 'update', 'delete', 'share']

/** Thirty tools of ten servers, as wordy as real ones. */
const far: readonly Tool[] = SUBJECTS.flatMap((subject, server) =>
  Array.from({ length: 30 }, (_, index) =>
    defineTool({
      name: `server${server}__${VERBS[index % VERBS.length]}_${subject.replace(' ', '_')}_${index}`,
      description: `Use this to ${VERBS[index % VERBS.length]} a ${subject}, number ${index}. ${'It needs to be said at length. '.repeat(5)}`,
      parameters: z.object({ id: z.string().describe(`Which ${subject}`), more: z.string().optional() }),
      toolset: `mcp:server${server}`,
      execute: () => 'ran',
    }),
  ),
)
const near = [defineTool({ name: 'near', description: 'Always there.', parameters: z.object({}), execute: () => 'near' })]

function kept(): FoundTools {
  let names: readonly string[] = []
  return { list: () => names, keep: (next) => void (names = next) }
}

const context: ToolContext = {
  callId: 'key',
  language: 'en',
  onProgress: () => {},
  human: async () => null,
  signal: new AbortController().signal,
}
const call = (name: string, input = {}) => ({ type: 'tool-call', id: 'c', name, input }) as const
const tokens = (executor: ReturnType<typeof createSearchingExecutor>) =>
  executor.specs.reduce((sum, spec) => sum + tokensOf(spec), 0) - near.reduce((sum, { spec }) => sum + tokensOf(spec), 0)

describe('three hundred tools of ten servers', () => {
  test('cost less than 5 % of a context of 32k, before anything was found and after many searches', async () => {
    const executor = createSearchingExecutor({ near, far, found: kept() })
    expect(executor.specs.map(({ name }) => name)).toEqual(['near', FIND_TOOLS])
    for (let count = 0; count < 20; count++) {
      const query = `${VERBS[count % VERBS.length]} ${SUBJECTS[count % SUBJECTS.length]}`
      await executor.execute(call(FIND_TOOLS, { query }), context)
      expect(tokens(executor)).toBeLessThan(ASSUMED_CONTEXT * 0.05)
      expect(executor.specs.length).toBeGreaterThan(2)
    }
  })

  test('are found by what they do, and can be called from then on', async () => {
    const executor = createSearchingExecutor({ near, far, found: kept() })
    const told = await executor.execute(call(FIND_TOOLS, { query: 'delete an invoice' }), context)
    expect(told.content[0]).toMatchObject({ text: expect.stringContaining('delete_invoice') })
    const name = executor.specs.find((spec) => spec.name.includes('delete_invoice'))?.name ?? ''
    expect(executor.find(name)).toBeDefined()
    expect(await executor.execute(call(name, { id: '7' }), context)).toMatchObject({ outcome: 'ok' })
  })

  test('one that was not found yet is not called, and a sentence says what to do', async () => {
    const executor = createSearchingExecutor({ near, far, found: kept() })
    const judged = await judgeCall(call('server0__create_issue_0', { id: '1' }), 0, {
      threadId: 't',
      executor,
      policy: housePolicy(),
      grants: memoryGrants(),
      mode: () => 'auto',
      now: () => 1,
    })
    expect(judged).toMatchObject({ kind: 'invalid', words: expect.stringContaining('Call find_tools first') })
    const unknown = await judgeCall(call('nobody', {}), 0, {
      threadId: 't',
      executor,
      policy: housePolicy(),
      grants: memoryGrants(),
      mode: () => 'auto',
      now: () => 1,
    })
    expect(unknown).toMatchObject({ kind: 'invalid', words: expect.stringContaining('There is no tool named') })
  })

  test('one that is taken away by its server is told of no more', async () => {
    const found = kept()
    await createSearchingExecutor({ near, far, found }).execute(call(FIND_TOOLS, { query: 'song' }), context)
    const fewer = createSearchingExecutor({ near, far: far.filter(({ toolset }) => toolset !== 'mcp:server9'), found })
    expect(fewer.specs.filter(({ name }) => name.includes('song'))).toEqual([])
  })
})

test('few tools are told at once, and many small ones are found all the same', () => {
  const few = createSearchingExecutor({ near, far: far.slice(0, 5), found: kept() })
  expect(few.specs).toHaveLength(6)
  expect(few.find(FIND_TOOLS)).toBeUndefined()
  const finds = (count: number, contextTokens: number) =>
    createSearchingExecutor({ near, far: far.slice(0, count), contextTokens, found: kept() }).find(FIND_TOOLS) !== undefined
  expect(finds(41, 1_000_000)).toBe(true)
  expect(finds(40, 1_000_000)).toBe(false)
  expect(finds(5, 1000)).toBe(true)
})

test('what was found is kept with the thread, and seen in another tab', async () => {
  const { threads } = memoryThreadStorage()
  const blank = { id: 't', title: '', titledBy: 'message', mode: 'ask', extraSteps: 0, createdAt: 1, updatedAt: 1 } as const
  await threads.create({ ...blank, settings: { model: 'm' } })
  const [one, other] = [await openFoundTools(threads, 't'), await openFoundTools(threads, 't')]
  const told = new Promise<void>((resolve) => void other.subscribe(resolve))
  one.keep(['a__b', 'c__d'])
  expect(one.list()).toEqual(['a__b', 'c__d'])
  await told
  expect(other.list()).toEqual(['a__b', 'c__d'])
  expect((await threads.find('t'))?.settings).toEqual({ model: 'm', foundTools: ['a__b', 'c__d'] })
})
