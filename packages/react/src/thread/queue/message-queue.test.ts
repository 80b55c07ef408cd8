import type { Conversation, Done, ThreadStatus } from '@parley/browser'
import { expect, test } from 'vitest'
import { MessageQueue, type QueueOptions } from './message-queue.ts'

/** A conversation as far as a queue sees it: what it is doing, and what it was told. */
function scripted() {
  let status: ThreadStatus = { kind: 'answering' }
  let messages: readonly object[] = []
  const [listeners, told] = [new Set<() => void>(), [] as string[]]
  let closed = 0
  const become = (next: ThreadStatus, progress = 'whole') => {
    status = next
    messages = [{ role: 'assistant', progress }]
    for (const listener of listeners) listener()
  }
  const conversation = {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => ({ status, messages }),
    stop: () => become({ kind: 'unanswered' }),
    close: () => void closed++,
  } as unknown as Conversation // A queue calls nothing else.
  return { conversation, become, told, isClosed: () => closed > 0, status: () => status.kind }
}

function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage // A queue uses nothing else.
}

function setUp({ answer = { ok: true }, storage = memoryStorage() }: { answer?: Done; storage?: Storage } = {}) {
  const script = scripted()
  const options: QueueOptions = {
    threadId: 't',
    open: async () => script.conversation,
    storage,
    alone: (work) => work(),
  }
  const queue = new MessageQueue(options)
  const attend = () =>
    queue.attend(async (_, { text }) => {
      script.told.push(text)
      if (answer.ok) script.become({ kind: 'answering' })
      return answer
    })
  attend()
  return { ...script, queue, options, storage }
}

const rest = () => new Promise((resolve) => setTimeout(resolve))
const texts = (queue: MessageQueue) => queue.getSnapshot().map(({ text }) => text)

test('what is written during an answer goes when it is there, one after the other, and then the conversation is let go', async () => {
  const { queue, become, told, isClosed } = setUp()
  queue.add({ text: 'one', attachments: [] })
  queue.add({ text: 'two', attachments: [] })
  await rest()
  expect(told).toEqual([])
  become({ kind: 'idle' })
  await rest()
  expect([told, texts(queue)]).toEqual([['one'], ['two']])
  become({ kind: 'idle' })
  await rest()
  expect([told, texts(queue), isClosed()]).toEqual([['one', 'two'], [], true])
})

test('after a stop and while a call waits nothing goes by itself, and what is sent now ends the answer first', async () => {
  const { queue, become, told, status } = setUp()
  queue.add({ text: 'one', attachments: [] })
  queue.add({ text: 'two', attachments: [] })
  await rest()
  become({ kind: 'waiting', keys: ['a'] })
  become({ kind: 'idle' }, 'cut')
  become({ kind: 'unanswered' }, 'cut')
  await rest()
  expect(told).toEqual([])
  become({ kind: 'answering' })
  const [, second] = queue.getSnapshot()
  await queue.sendNow(second?.id ?? '')
  await rest()
  expect([told, texts(queue), status()]).toEqual([['two'], ['one'], 'answering'])
})

test('what is refused stays in line and says why, and is tried again when something has happened', async () => {
  const { queue, become, told } = setUp({ answer: { ok: false, error: 'Not now.' } })
  queue.add({ text: 'one', attachments: [] })
  await rest()
  become({ kind: 'idle' })
  await rest()
  expect([told, queue.getSnapshot().map(({ problem }) => problem?.message)]).toEqual([['one'], ['Not now.']])
  become({ kind: 'idle' })
  await rest()
  expect(told).toEqual(['one', 'one'])
})

test('what was in line is there after a reload, and what another tab has sent is not sent again', async () => {
  const first = setUp()
  first.queue.add({ text: 'one', attachments: [{ id: 'a', name: 'x.csv', path: '/x.csv', size: 3 }] })
  const other = setUp({ storage: first.storage })
  expect(other.queue.getSnapshot()).toMatchObject([{ text: 'one', attachments: [{ path: '/x.csv' }] }])
  await rest()
  other.become({ kind: 'idle' })
  first.become({ kind: 'idle' })
  await rest()
  expect([...first.told, ...other.told]).toEqual(['one'])
  expect([texts(first.queue), texts(other.queue)]).toEqual([[], []])
})
