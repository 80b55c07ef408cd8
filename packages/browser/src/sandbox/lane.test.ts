import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLane } from './lane.ts'

/** Every work waits until it is let go, so that the test decides who ends when. */
function createBench(width: number) {
  const stop = new AbortController()
  const lane = createLane(width, stop.signal)
  const begun: number[] = []
  const open = new Map<number, () => void>()
  const add = (name: number) =>
    lane.add(() => {
      begun.push(name)
      return new Promise((resolve) => open.set(name, resolve))
    })
  const end = async (name: number) => {
    open.get(name)?.()
    open.delete(name)
    await new Promise(setImmediate)
  }
  return { stop, lane, begun, open, add, end }
}

test('work begins in the order it came, never more at once than allowed, and all of it is done', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
      async (width, picks) => {
        const { lane, begun, open, add, end } = createBench(width)
        picks.forEach((_, name) => add(name))
        for (const pick of picks) {
          expect(open.size).toBeLessThanOrEqual(width)
          await end([...open.keys()][pick % open.size] ?? 0)
        }
        await lane.whenIdle()
        expect(begun).toEqual(picks.map((_, name) => name))
      },
    ),
    { numRuns: 50 },
  )
})

test('what has not begun at Stop never begins', async () => {
  const { stop, lane, begun, add, end } = createBench(2)
  for (const name of [0, 1, 2, 3, 4]) add(name)
  await end(0)
  stop.abort()
  await end(1)
  await end(2)
  add(5)
  await lane.whenIdle()
  expect(begun).toEqual([0, 1, 2])
})
