import { type Checkpoint, type CheckpointMetadata, MemorySaver } from '@langchain/langgraph-checkpoint'
import { assert, asyncProperty, constantFrom, record, array as some } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PagedSaver, plainJson } from './paged-saver.ts'
import { SqliteSaver } from './sqlite-saver.ts'
import { openSqliteFile } from './sqlite-sql.ts'

interface Item {
  readonly id: number
  readonly parts: readonly string[]
}

const STEP: CheckpointMetadata = { source: 'loop', step: 1, parents: {} }
const placeOf = (thread: string, id?: string) => ({
  configurable: { thread_id: thread, checkpoint_ns: '', ...(id !== undefined && { checkpoint_id: id }) },
})
const checkpoint = (step: number, messages: readonly Item[]): Checkpoint => ({
  v: 4,
  id: `id-${String(step).padStart(4, '0')}`,
  ts: '',
  channel_values: { messages, turn: { id: 't' } },
  channel_versions: { messages: step, turn: 1 },
  versions_seen: {},
})
const open = () => {
  const database = openSqliteFile(':memory:')
  const plain = new SqliteSaver(database, plainJson)
  const bytes = () => Number(database.prepare('SELECT sum(length(value)) AS size FROM checkpoint_values').get()?.['size'])
  return { plain, saver: new PagedSaver(plain), bytes }
}
const put = async (saver: PagedSaver, thread: string, step: number, messages: readonly Item[]) =>
  await saver.put(placeOf(thread), checkpoint(step, messages), STEP, { messages: step })
const read = async (saver: PagedSaver, thread: string, id?: string) => (await saver.getTuple(placeOf(thread, id)))?.checkpoint

const sizeOf = async (steps: number) => {
  const { saver, bytes } = open()
  let messages: readonly Item[] = []
  for (let step = 1; step <= steps; step++) {
    messages = [...messages, { id: step, parts: ['x'.repeat(100)] }]
    await put(saver, 't', step, messages)
  }
  return bytes()
}

describe('a list in pages', () => {
  test('comes back as it was given, at every checkpoint, whatever was added, changed or read in between', async () => {
    const step = record({ kind: constantFrom('add', 'change', 'cut', 'read', 'same'), thread: constantFrom('a', 'b') })
    await assert(
      asyncProperty(some(step, { maxLength: 60 }), async (steps) => {
        const { plain } = open()
        const savers = new Map([...'ab'].map((name) => [name, new PagedSaver(plain)]))
        const saverOf = (thread: string) => savers.get(thread) ?? new PagedSaver(plain)
        const lists = new Map<string, readonly Item[]>()
        const kept: [thread: string, checkpoint: Checkpoint][] = []
        for (const [index, { kind, thread }] of steps.entries()) {
          const list = lists.get(thread) ?? lists.values().next().value ?? []
          const at = index % Math.max(1, list.length)
          const next = {
            add: () => [...list, { id: index, parts: [] }],
            change: () => list.with(at, { id: index, parts: ['changed'] }),
            cut: () => list.slice(0, at),
            read: () => list,
            same: () => [...list],
          }
          if (kind === 'read' && lists.has(thread)) {
            const found = await read(saverOf(thread), thread)
            lists.set(thread, (found?.channel_values['messages'] ?? []) as Item[])
            continue
          }
          const messages = list.length === 0 ? next.add() : next[kind]()
          lists.set(thread, messages)
          kept.push([thread, checkpoint(index, messages)])
          await put(saverOf(thread), thread, index, messages)
        }
        for (const [thread, given] of kept) {
          const found = await read(new PagedSaver(plain), thread, given.id)
          expect(found?.channel_values['messages'] ?? []).toEqual(given.channel_values['messages'])
          expect(found?.channel_versions).toEqual(given.channel_versions)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('takes room with its length, not with the square of it', async () => {
    expect(await sizeOf(400)).toBeLessThan(4.5 * (await sizeOf(100)))
  })

  test('that was stored in one piece before there were pages is read, and goes on in pages', async () => {
    const { plain, saver } = open()
    const before = Array.from({ length: 20 }, (_, id) => ({ id, parts: [] }))
    await plain.put(placeOf('t'), checkpoint(1, before), STEP, { messages: 1, turn: 1 })
    const found = await read(saver, 't')
    expect(found).toEqual(checkpoint(1, before))
    const after = ((found?.channel_values['messages'] ?? []) as Item[]).concat({ id: 20, parts: [] })
    await put(saver, 't', 2, after)
    expect((await read(saver, 't'))?.channel_values['messages']).toEqual([...before, { id: 20, parts: [] }])
  })

  test('whose pages are numbered as they were before goes on, and keeps those that did not change', async () => {
    const { plain, saver, bytes } = open()
    const before = Array.from({ length: 12 }, (_, id) => ({ id, parts: ['x'.repeat(100)] }))
    const { channel_values: values, ...rest } = checkpoint(7, [])
    const pages = { 'messages.0': before.slice(0, 8), 'messages.1': before.slice(8) }
    const versions = { messages: 7, turn: 1, 'messages.0': 5, 'messages.1': 7 }
    const old = { ...rest, channel_values: { ...values, ...pages }, channel_versions: versions }
    await plain.put(placeOf('t'), old, STEP, versions)
    const found = await read(saver, 't')
    expect(found?.channel_values['messages']).toEqual(before)
    const size = bytes()
    const after = ((found?.channel_values['messages'] ?? []) as Item[]).concat({ id: 12, parts: [] })
    const version = saver.getNextVersion(7)
    await put(saver, 't', version, after)
    expect([version > 7, version < 9, bytes() - size < 700]).toEqual([true, true, true])
    expect((await read(new PagedSaver(plain), 't'))?.channel_values['messages']).toEqual(after)
  })

  test('that lacks a page is not read as a shorter one', async () => {
    const { plain, saver } = open()
    const broken = { ...checkpoint(1, []), channel_versions: { 'messages.0': 1 } }
    await plain.put(placeOf('t'), broken, STEP, {})
    await expect(read(saver, 't')).rejects.toThrow('lacks its messages.0')
  })

  test('that holds something else than objects is left alone', async () => {
    const saver = new PagedSaver(new MemorySaver())
    const odd = { ...checkpoint(1, []), channel_values: { messages: ['a', 1] } }
    await saver.put(placeOf('t'), odd, STEP, { messages: 1 })
    expect(await read(saver, 't')).toEqual(odd)
  })
})

describe('a replica that was thought dead', () => {
  test('stores nothing once its lease is over', async () => {
    const { plain } = open()
    const lease = { isLost: false }
    const saver = new PagedSaver(plain, lease)
    await put(saver, 't', 1, [{ id: 1, parts: [] }])
    lease.isLost = true
    await put(saver, 't', 2, [{ id: 2, parts: [] }])
    await saver.putWrites(placeOf('t', 'id-0001'), [['messages', []]], 'task')
    const found = await plain.getTuple(placeOf('t'))
    expect([found?.checkpoint.id, found?.pendingWrites]).toEqual(['id-0001', []])
  })

  test.each(['before', 'after'])('and writes once more %s another did leaves the thread as the other has it', async (order) => {
    const { plain } = open()
    const [first, dead, alive] = [new PagedSaver(plain), new PagedSaver(plain), new PagedSaver(plain)]
    await put(first, 't', first.getNextVersion(), [{ id: 1, parts: [] }])
    const goOn = async (saver: PagedSaver, name: string, id: number) => {
      const now = await read(saver, 't')
      const messages = [...((now?.channel_values['messages'] ?? []) as Item[]), { id: 2, parts: [name] }]
      const version = saver.getNextVersion(Number(now?.channel_versions['messages']))
      const next = { ...checkpoint(version, messages), id: `next-${id}` }
      return async () => await saver.put(placeOf('t'), next, STEP, { messages: version })
    }
    const writes = [await goOn(dead, 'dead', 1), await goOn(alive, 'alive', 2)]
    for (const write of order === 'before' ? writes : writes.toReversed()) await write()
    expect((await read(new PagedSaver(plain), 't'))?.channel_values['messages']).toEqual([
      { id: 1, parts: [] },
      { id: 2, parts: ['alive'] },
    ])
  })
})

test('what a task wrote and could not be stored is told with the next checkpoint, and when the run ends', async () => {
  class Full extends MemorySaver {
    override async putWrites(): Promise<void> {
      throw new Error('no room')
    }
  }
  const saver = new PagedSaver(new Full())
  await saver.putWrites(placeOf('t', 'id-0001'), [['messages', []]], 'task')
  await expect(put(saver, 't', 1, [{ id: 1, parts: [] }])).rejects.toThrow('no room')
  expect(() => saver.demandStored()).toThrow('no room')
})
