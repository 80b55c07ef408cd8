import { type ChatRequest, FaultError, type Respond, type StreamEvent } from '@parley/dialects'
import { expect, test } from 'vitest'
import { withRetry } from './with-retry.ts'

const REQUEST: ChatRequest = { model: 'm', messages: [] }
const EVENTS: readonly StreamEvent[] = [{ type: 'message-start', messageId: 'a', model: 'm' }]
const down = (retryAfter?: number) =>
  new FaultError({
    code: 'provider/unavailable',
    message: 'down',
    retryable: true,
    ...(retryAfter !== undefined && { retryAfter }),
  })

function attempts(failures: readonly (Error | 'midway' | undefined)[]) {
  let count = 0
  const respond: Respond = async function* () {
    const failure = failures[count++]
    if (failure instanceof Error) throw failure
    yield EVENTS
    if (failure === 'midway') throw down()
  }
  return { respond, count: () => count }
}

async function run(failures: readonly (Error | 'midway' | undefined)[], retries = 3) {
  const waits: number[] = []
  const source = attempts(failures)
  const layer = withRetry({ retries, pause: 100, longest: 5000, wait: async (milliseconds) => void waits.push(milliseconds) })
  const batches: unknown[] = []
  let error: unknown
  try {
    for await (const batch of layer(source.respond)(REQUEST, new AbortController().signal)) batches.push(batch)
  } catch (caught) {
    error = caught
  }
  return { batches, error, waits, count: source.count() }
}

test('an answer that comes passes through unchanged', async () => {
  expect(await run([undefined])).toEqual({ batches: [EVENTS], error: undefined, waits: [], count: 1 })
})

test('a failure that may pass is tried again, each time later', async () => {
  expect(await run([down(), down(), undefined])).toMatchObject({ batches: [EVENTS], waits: [100, 200], count: 3 })
})

test('the time the server asked for is kept, unless it is too long', async () => {
  expect((await run([down(2), undefined])).waits).toEqual([2000])
  const late = await run([down(60), undefined])
  expect(late.error).toMatchObject({ fault: { retryAfter: 60 } })
  expect(late.count).toBe(1)
})

test('a failure that stays is told at once', async () => {
  const refused = new FaultError({ code: 'provider/refused', message: 'no', retryable: false })
  expect((await run([refused, undefined])).count).toBe(1)
  expect((await run([new Error('bug'), undefined])).count).toBe(1)
  expect((await run([down(), undefined], 0)).count).toBe(1)
})

test('nobody sees half an answer twice', async () => {
  const { batches, error, count } = await run(['midway', undefined])
  expect(batches).toEqual([EVENTS])
  expect(error).toMatchObject({ fault: { code: 'provider/unavailable' } })
  expect(count).toBe(1)
})
