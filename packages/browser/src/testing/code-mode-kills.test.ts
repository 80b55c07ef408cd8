import { isJsonObject, plainText } from '@parley/dialects'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mortalStorage } from '../conversation/testing/mortal-storage.ts'
import type { Tab } from '../conversation/testing/open-tab.ts'
import { defineTool } from '../tools/define-tool.ts'
import type { Tool } from '../tools/tool.ts'
import { createProgramWorld, innerRecords, openProgramTab, type ProgramWorld, programRecord } from './program-tab.ts'

const STEPS = 20

/** Clock and chance go into the arguments: a second run that had others would ask for something else. */
const CODE = `const out = []
for (let step = 0; step < ${STEPS}; step++) {
  try { out.push(await tools.step({ step, at: Date.now(), chance: Math.random() })) }
  catch { out.push('lost') }
}
return out.join()`

/** Notes by name which call has run. */
function stepTool(ran: string[]): Tool {
  return defineTool({
    name: 'step',
    description: 'One step.',
    parameters: z.object({ step: z.int(), at: z.number(), chance: z.number() }),
    effects: [{ kind: 'run-code' }],
    execute({ step }, { callId }) {
      ran.push(callId)
      return step
    },
  })
}

interface Life {
  readonly world: ProgramWorld
  readonly ran: string[]
}

async function begin(code = CODE): Promise<Life> {
  return { world: await createProgramWorld(code), ran: [] }
}

/** One load of the page, which lives for so many operations on the storage; whatever is interrupted then, a person gives up. */
async function live({ world, ran }: Life, operations: number): Promise<'died' | 'done'> {
  let left = operations
  const death = Promise.withResolvers<'died'>()
  const mortal = mortalStorage(world.storage, async (work) => {
    left -= 1
    const isLast = left === 0
    const result = await work()
    if (isLast) {
      mortal.kill()
      death.resolve('died')
    }
    return result
  })
  const tab = await Promise.race([
    openProgramTab(world, { storage: mortal.storage, tools: [stepTool(ran)], initialMode: 'auto' }),
    death.promise,
  ])
  if (tab === 'died') return tab
  if (tab.state.messages.length === 0) void tab.conversation.send('go')
  const ended = await Promise.race([death.promise, untilDone(tab)])
  if (ended === 'done') tab.conversation.close()
  return ended
}

async function untilDone(tab: Tab): Promise<'done'> {
  const isDone = () => tab.state.status.kind === 'idle' && tab.lastText() === 'done'
  for (;;) {
    const interrupted = () => [...tab.state.calls.values()].find((call) => call.stage === 'interrupted')
    const cut = () => tab.state.status.kind === 'unanswered'
    await tab.until(() => isDone() || interrupted() !== undefined || cut())
    if (isDone()) return 'done'
    const call = interrupted()
    if (call) await tab.conversation.markFailed(call.key)
    else if (cut()) await tab.conversation.retry()
  }
}

/** What holds however often the page was lost. */
async function expectOnce({ world, ran }: Life): Promise<void> {
  expect(new Set(ran).size).toBe(ran.length)
  const inner = await innerRecords(world)
  expect(inner.map(({ position }) => position)).toEqual(Array.from({ length: STEPS }, (_, step) => step))
  expect(inner.map(({ call }) => call.input['step'])).toEqual(inner.map(({ position }) => position))
  expect(inner.every(({ attempt }) => attempt <= 1)).toBe(true)
  expect(inner.every(({ phase, sentIn, parent }) => phase === 'settled' && sentIn === parent)).toBe(true)
  // Replayed order equals recorded order: what ran, ran in the order of its places.
  const order = ran.map((key) => Number(key.slice(key.lastIndexOf('.') + 1)))
  expect(order).toEqual(order.toSorted((left, right) => left - right))
  const { result } = await programRecord(world)
  const told = inner.map(({ result: each }) => (each?.outcome === 'ok' ? plainText(each) : 'lost'))
  expect(result && plainText(result)).toBe(told.join())
}

test('fifty kills during a program of twenty calls: each of them runs at most once, in order, and the program ends', async () => {
  const life = await begin()
  let kills = 0
  // From one load to the next it comes a little further.
  while ((await live(life, kills < 50 ? 20 + Math.floor(kills * 1.6) : 100_000)) === 'died') kills += 1
  expect(kills).toBeGreaterThanOrEqual(50)
  await expectOnce(life)
}, 120_000)

test('law: no call of a program runs twice over any reload point, and what is replayed keeps its order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }), async (loads) => {
      const life = await begin()
      for (const operations of loads) if ((await live(life, operations)) === 'done') break
      while ((await live(life, 100_000)) === 'died');
      await expectOnce(life)
    }),
    { numRuns: 15 },
  )
}, 120_000)

/** The page dies when the first call was answered. */
async function afterReload(code: string) {
  const life = await begin(code)
  await live(life, 60)
  expect(await innerRecords(life.world)).not.toEqual([])
  const tab = await openProgramTab(life.world, { tools: [stepTool(life.ran)] })
  await tab.until(() => tab.call().stage === 'interrupted' || tab.lastText() === 'done')
  return { ...life, tab }
}
describe('a program that asks for something else the second time', () => {
  const loads = 'globalThis.loads = (globalThis.loads ?? 0) + 1;'
  const steps = 'for (let n = 0; n < 30; n++) await tools.step({ step: n, at: globalThis.loads, chance: 0 })'

  test.each([
    ['another call', `${loads} ${steps}`, 0],
    ['fewer calls', `${loads} if (globalThis.loads > 1) return 'short'; ${steps}`, 0],
  ])('%s: it is interrupted, and says at which call', async (_what, code, at) => {
    Reflect.deleteProperty(globalThis, 'loads')
    const { tab, ran, world } = await afterReload(code)
    expect(tab.call()).toMatchObject({ stage: 'interrupted', record: { replay: { diverged: at } } })
    const before = ran.length
    await tab.conversation.markFailed(tab.call().key)
    await tab.says('done')
    const { result } = await programRecord(world)
    expect(result && plainText(result)).toMatch(/do the same every time/)
    expect(ran).toHaveLength(before)
    expect((await innerRecords(world)).every(({ phase }) => phase === 'settled')).toBe(true)
  })

  test('may be run anew by a person: then all its calls are other calls', async () => {
    Reflect.deleteProperty(globalThis, 'loads')
    const { tab, world, ran } = await afterReload(`${loads} ${steps}`)
    const before = ran.length
    await tab.conversation.setMode('auto')
    await tab.conversation.runAgain(tab.call().key)
    await tab.until(() => tab.lastText() === 'done' && tab.state.status.kind === 'idle')
    expect(ran.length - before).toBe(30)
    expect(new Set(ran).size).toBe(ran.length)
    const { replay } = await programRecord(world)
    expect(isJsonObject({ ...replay }) && replay?.diverged).toBeUndefined()
  })
})
