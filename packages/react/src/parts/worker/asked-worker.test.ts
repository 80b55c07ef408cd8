import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAskedWorker, Unanswered, type WorkerLike } from './asked-worker.ts'

type Hear = (event: { readonly data: unknown }) => void

/** A thread that does with a question what it is told to. */
function thread(answer: (id: number, tell: (data: unknown) => void) => void): WorkerLike & { readonly ended: () => boolean } {
  let hear: Hear | undefined
  let ended = false
  return {
    ended: () => ended,
    postMessage: (message) => answer((message as { id: number }).id, (data) => hear?.({ data })),
    terminate: () => {
      ended = true
    },
    addEventListener: (type: string, listener: unknown) => {
      if (type !== 'message') return
      const listening = listener as Hear
      hear = listening
      listening({ data: 'ready' })
    },
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const question = { kind: 'files', files: { chatTemplate: 'x' } } as const

test('a worker that thinks for two seconds is ended, and the next question has a new one', async () => {
  const stuck = thread(() => undefined)
  const quick = thread((id, tell) => tell({ id, answer: 'here' }))
  const threads = [stuck, quick]
  const lab = createAskedWorker(() => threads.shift() as WorkerLike)
  const asked = expect(lab.ask(question)).rejects.toEqual(expect.objectContaining({ slow: true }))
  await vi.advanceTimersByTimeAsync(1900)
  expect(stuck.ended()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await asked
  expect(stuck.ended()).toBe(true)
  expect(await lab.ask(question)).toBe('here')
  lab.close()
  expect(quick.ended()).toBe(true)
})

test('a fault inside is told, and is no slowness', async () => {
  const lab = createAskedWorker(() => thread((id, tell) => tell({ id, error: 'broken' })))
  await expect(lab.ask(question)).rejects.toEqual(new Unanswered(false, 'broken'))
})

test('questions are answered one after the other', async () => {
  const asked: number[] = []
  const lab = createAskedWorker(() => thread((id, tell) => void setTimeout(() => tell({ id, answer: asked.push(id) }), 500)))
  const answers = Promise.all([lab.ask(question), lab.ask(question)])
  await vi.advanceTimersByTimeAsync(1100)
  expect(await answers).toEqual([1, 2])
})
