import { type Checkpoint, INTERRUPT, MemorySaver } from '@langchain/langgraph-checkpoint'
import { describe, expect, test } from 'vitest'
import { LeasedSaver } from './leased-saver.ts'

const BEFORE = { configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'before' } }
const STEP = { source: 'loop', step: 1, parents: {} } as const
const next: Checkpoint = { v: 4, id: 'next', ts: '', channel_values: {}, channel_versions: {}, versions_seen: {} }

/** Tells in which order things were stored, and fails where it is told to. */
class Told extends MemorySaver {
  readonly stored: string[] = []
  readonly #name: string
  readonly #fails: boolean

  constructor(name = '', fails = false) {
    super()
    this.#name = name
    this.#fails = fails
  }

  override async put(...args: Parameters<MemorySaver['put']>) {
    if (this.#fails) throw new Error('no room')
    await new Promise((resolve) => setTimeout(resolve, 5))
    this.stored.push(`${this.#name}checkpoint`)
    return await super.put(...args)
  }

  override async putWrites(...args: Parameters<MemorySaver['putWrites']>) {
    this.stored.push(`${this.#name}writes of ${args[2]}`)
    await super.putWrites(...args)
  }
}

const holding = (saver: Told, lightSaver = saver) => new LeasedSaver({ saver, lightSaver }, () => undefined)

describe('what a task wrote', () => {
  test('is stored with the checkpoint that has it in it, where that comes at once', async () => {
    const told = new Told()
    const saver = holding(told)
    const writes = saver.putWrites(BEFORE, [['messages', ['a']]], 'one')
    await Promise.all([writes, saver.put(BEFORE, next, STEP, {})])
    expect(told.stored).toEqual(['checkpoint'])
  })

  test('is stored with it also when the checkpoint before is still on its way', async () => {
    const told = new Told()
    const saver = holding(told)
    const before = saver.put(BEFORE, next, STEP, {})
    const writes = saver.putWrites(BEFORE, [['messages', ['a']]], 'one')
    await Promise.all([writes, before.then(async () => await saver.put(BEFORE, next, STEP, {}))])
    expect(told.stored).toEqual(['checkpoint', 'checkpoint'])
  })

  test('is stored apart, where another task of its step is still under way', async () => {
    const told = new Told()
    const saver = holding(told)
    await saver.putWrites(BEFORE, [['messages', ['a']]], 'one')
    const last = saver.putWrites(BEFORE, [['messages', ['b']]], 'two')
    await Promise.all([last, saver.put(BEFORE, next, STEP, {})])
    expect(told.stored).toEqual(['writes of one', 'checkpoint'])
  })

  test('is stored apart, where the checkpoint cannot be stored', async () => {
    const told = new Told('', true)
    const saver = holding(told)
    const writes = saver.putWrites(BEFORE, [['messages', ['a']]], 'one')
    await expect(saver.put(BEFORE, next, STEP, {})).rejects.toThrow('no room')
    await writes
    expect(told.stored).toEqual(['writes of one'])
  })

  test('is not stored by a replica that lost the thread', async () => {
    const told = new Told()
    const saver = new LeasedSaver({ saver: told }, () => {
      throw new Error('lost')
    })
    await expect(saver.putWrites(BEFORE, [['messages', ['a']]], 'one')).rejects.toThrow('lost')
    expect(told.stored).toEqual([])
  })
})

describe('the disk', () => {
  test('is waited for by answers and results, not by what the inbox still has or what can be found again', async () => {
    const told = new Told()
    const light = new Told('light ')
    const saver = holding(told, light)
    await saver.put(BEFORE, next, { ...STEP, source: 'input' }, {})
    await saver.put(BEFORE, next, STEP, { turn: 2, messages: 2 })
    await saver.putWrites(BEFORE, [[INTERRUPT, {}]], 'one')
    expect(told.stored).toEqual([])
    expect(light.stored).toEqual(['light checkpoint', 'light checkpoint', 'light writes of one'])
    await saver.put(BEFORE, next, STEP, { messages: 3 })
    expect(told.stored).toEqual(['checkpoint'])
  })
})
