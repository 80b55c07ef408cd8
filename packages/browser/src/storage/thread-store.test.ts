import 'fake-indexeddb/auto'
import type { StreamEvent } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { blankThread } from '../conversation/conversation.ts'
import { memoryLocks } from '../ledger/locks.ts'
import { openThreadStorage } from './open-thread-storage.ts'
import { memoryThreadStorage, type ThreadStorage } from './thread-storage.ts'
import type { ThreadNode } from './thread-store.ts'

let count = 0
const storages: readonly [string, () => Promise<ThreadStorage>][] = [
  ['in memory', async () => memoryThreadStorage()],
  ['in IndexedDB', () => openThreadStorage({ name: `threads-${++count}`, locks: memoryLocks() })],
]

const node = (threadId: string, id: string, text: string, parentId?: string): Omit<ThreadNode, 'order'> => ({
  threadId,
  id,
  ...(parentId !== undefined && { parentId }),
  message: { role: 'user', id, parts: [{ type: 'text', text }] },
  createdAt: 5,
})

const piece = (text: string): StreamEvent => ({ type: 'part-delta', part: 0, text })

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

describe.each(storages)('threads %s', (_name, create) => {
  test('messages come back in the order they were added, also within one millisecond', async () => {
    const { threads } = await create()
    await threads.create(blankThread('t', 1))
    for (const id of ['z', 'a', 'm']) await threads.append(node('t', id, id))
    const stored = await threads.read('t')
    expect(stored?.nodes.map(({ id, order }) => [id, order])).toEqual([
      ['z', 0],
      ['a', 1],
      ['m', 2],
    ])
    expect(stored?.thread).toMatchObject({ head: 'm', updatedAt: 5 })
  })

  test('adding the same message twice keeps the first, and makes it the head', async () => {
    const { threads } = await create()
    await threads.create(blankThread('t', 1))
    await threads.append(node('t', 'a', 'first'))
    await threads.append(node('t', 'b', 'other', 'a'))
    await threads.append(node('t', 'a', 'second'))
    const stored = await threads.read('t')
    expect(stored?.nodes).toHaveLength(2)
    expect(stored?.nodes[0]).toMatchObject({ message: { parts: [{ text: 'first' }] } })
    expect(stored?.thread.head).toBe('a')
  })

  test('the list is newest first; making a thread twice keeps it; a deleted one is gone with all it had', async () => {
    const storage = await create()
    const { threads, ledger, grants, exchanges } = storage
    await threads.create(blankThread('old', 1))
    await threads.create(blankThread('new', 2))
    await threads.change('old', (thread) => ({ ...thread, title: 'Kept' }))
    await threads.create(blankThread('old', 9))
    expect((await threads.list()).map(({ id, title }) => [id, title])).toEqual([
      ['new', ''],
      ['old', 'Kept'],
    ])
    await threads.append(node('old', 'a', 'x'))
    await threads.remove('old')
    expect(await threads.read('old')).toBeUndefined()
    expect(await threads.change('old', (thread) => thread)).toBeUndefined()
    await threads.append(node('old', 'b', 'too late'))
    expect(await threads.read('old')).toBeUndefined()
    expect([await ledger.ofThread('old'), await grants.list(), await exchanges.ofThread('old')]).toEqual([[], [], []])
    await threads.draft('old', { messageId: 'c', events: [piece('too late as well')] })
    await threads.create(blankThread('old', 9))
    expect((await threads.read('old'))?.drafts).toEqual([])
  })

  test('pieces of an answer are put together in order, and gone once it is whole', async () => {
    const { threads } = await create()
    await threads.create(blankThread('t', 1))
    for (const text of ['a', 'b', 'c']) await threads.draft('t', { messageId: 'm', events: [piece(text)] })
    await threads.draft('t', { messageId: 'n', events: [piece('other')] })
    const drafts = (await threads.read('t'))?.drafts
    expect(drafts?.map(({ messageId, events }) => [messageId, events.length])).toEqual([
      ['m', 3],
      ['n', 1],
    ])
    await threads.append(node('t', 'm', 'abc'))
    await threads.dropDraft('t', 'n')
    expect((await threads.read('t'))?.drafts).toEqual([])
  })

  test('words are found in titles and messages, in any case, with a little around them', async () => {
    const { threads } = await create()
    await threads.create({ ...blankThread('t', 1), title: 'Prime numbers' })
    await threads.create(blankThread('u', 2))
    await threads.append(node('u', 'a', `${'x'.repeat(100)} The sum of all PRIMES is 76127. ${'y'.repeat(100)}`))
    const found = await all(threads.search('prime'))
    expect(found.map((one) => [one.thread.id, one.hits.map(({ messageId }) => messageId), one.count])).toEqual([
      ['u', ['a'], 1],
      ['t', [], 0],
    ])
    const [hit] = found[0]?.hits ?? []
    expect(hit?.excerpt).toMatch(/^….*PRIMES.*…$/)
    expect(hit?.excerpt.slice(hit.at, hit.at + hit.length)).toBe('PRIME')
    expect(await all(threads.search('素数'))).toEqual([])
  })

  test('words are found as they are read, without the signs of Markdown, and shown from the beginning of a word', async () => {
    const { threads } = await create()
    await threads.create(blankThread('t', 1))
    await threads.append(
      node('t', 'a', '# Report\n\nBern grows steadily over the year; **Aarau** doubled in *October*, `2*3*4`.'),
    )
    for (const words of ['aarau doubled in october', '**Aarau** doubled', '2*3*4']) {
      const [hit] = (await all(threads.search(words)))[0]?.hits ?? []
      expect(hit?.excerpt.slice(hit.at, hit.at + hit.length).toLowerCase(), words).toBe(words.toLowerCase())
      expect(hit?.excerpt, words).toMatch(/^…\w+ /)
    }
    const [hit] = (await all(threads.search('doubled')))[0]?.hits ?? []
    expect(hit?.excerpt).toBe('…over the year; Aarau doubled in October, 2*3*4.')
  })

  test('whoever listens hears which thread changed', async () => {
    const { threads } = await create()
    const heard: string[] = []
    const unwatch = threads.watch((threadId) => heard.push(threadId))
    await threads.create(blankThread('t', 1))
    await threads.append(node('t', 'a', 'x'))
    unwatch()
    await threads.append(node('t', 'b', 'y'))
    expect(heard).toEqual(['t', 't'])
  })

  test('a search counts every message that has the words, keeps the last ones, reads signs as they are and knows no deleted thread', async () => {
    const { threads } = await create()
    await threads.create(blankThread('t', 1))
    for (let index = 0; index < 250; index++)
      await threads.append(node('t', `m${index}`, index % 50 === 0 ? `a+b (${index})` : 'x'))
    const [found] = await all(threads.search('A+B  ('))
    expect(found?.count).toBe(5)
    expect(found?.hits.map(({ messageId }) => messageId)).toEqual(['m0', 'm50', 'm100', 'm150', 'm200'])
    const [many] = await all(threads.search('x'))
    expect([many?.count, many?.hits.length, many?.hits.at(-1)?.messageId]).toEqual([245, 50, 'm249'])
    expect(await all(threads.search('a.b'))).toEqual([])
    await threads.change('t', (thread) => ({ ...thread, deleted: { at: 5, files: 'delete' } }))
    expect(await all(threads.search('a+b'))).toEqual([])
  })
})
