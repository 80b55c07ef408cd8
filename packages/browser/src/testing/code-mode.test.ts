import { plainText } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { doublingTool, type Tab } from '../conversation/testing/open-tab.ts'
import { toText } from '../files/file-content.ts'
import { toPath } from '../files/path.ts'
import { defineTool } from '../tools/define-tool.ts'
import { resultGate } from '../turn/result-gate.ts'
import { createProgramWorld, innerRecords, programRecord, startProgram, waitingInner } from './program-tab.ts'

const resultOf = async (world: Parameters<typeof programRecord>[0]) => {
  const { result } = await programRecord(world)
  return result ? plainText(result) : undefined
}

async function allow(tab: Tab, position: number, grant?: 'program') {
  const { key, record } = await waitingInner(tab, position)
  const offers = record.verdict?.kind === 'ask' ? record.verdict.offers : []
  const offer = grant && offers.find(({ lifetime }) => lifetime === grant)
  return await tab.conversation.decide(key, { kind: 'allow', hash: record.hash, ...(offer && { grant: offer }) })
}

describe('a program calls the tools', () => {
  test('and each call is a record of its own, under the program', async () => {
    const world = await createProgramWorld('const a = await tools.double({ n: 2 }); await tools.double({ n: a + 1 })')
    const tab = await startProgram(world)
    await allow(tab, 0)
    await allow(tab, 1)
    await tab.says('done')
    expect(world.runs).toEqual([{ n: 2 }, { n: 5 }])
    expect(await resultOf(world)).toBe('10')
    const { key } = await programRecord(world)
    expect(await innerRecords(world)).toMatchObject([
      { parent: key, position: 0, ending: 'succeeded', decision: { by: 'person' }, sentIn: key },
      { parent: key, position: 1, ending: 'succeeded', result: { data: 10 } },
    ])
    expect(world.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ name: 'browser_js_eval' }] })
  })

  test('reading passes by the rule of the mode, and a write waits for its card', async () => {
    const code = `const text = await tools.read_file({ path: '/src/a.txt' })
      await tools.write_file({ path: '/src/a.txt', content: text.toUpperCase() })
      return text`
    const world = await createProgramWorld(code, { '/src/a.txt': 'hello' })
    const tab = await startProgram(world, { initialMode: 'auto-read' })
    await allow(tab, 1)
    await tab.says('done')
    expect(await innerRecords(world)).toMatchObject([{ decision: { by: 'rule' } }, { decision: { by: 'person' } }])
    expect(toText((await world.files.read(toPath('/src/a.txt'), { actor: 'user' })).data)).toBe('HELLO')
    expect(await resultOf(world)).toBe('hello')
  })

  test('what is allowed for the rest of the program holds for its writes in that folder, and ends with it', async () => {
    const code = `for (const name of ['a', 'b', 'c']) await tools.write_file({ path: '/src/' + name, content: name })
      await tools.write_file({ path: '/other/d', content: 'd' })`
    const world = await createProgramWorld(code)
    const tab = await startProgram(world)
    await allow(tab, 0, 'program')
    await allow(tab, 3)
    await tab.says('done')
    const by = (await innerRecords(world)).map(({ decision }) => decision?.by)
    expect(by).toEqual(['person', 'rule', 'rule', 'person'])
    expect(await world.storage.grants.list()).toEqual([])
  })

  test('a call that a person rejects throws in the program, with their reason', async () => {
    const code = `try { await tools.double({ n: 1 }) } catch (error) { return 'caught ' + error.message }`
    const world = await createProgramWorld(code)
    const tab = await startProgram(world)
    const { key } = await waitingInner(tab, 0)
    await tab.conversation.decide(key, { kind: 'reject', reason: 'not today' })
    await tab.says('done')
    expect(await resultOf(world)).toMatch(/^caught tools\.double: .*not today/)
    expect(world.runs).toEqual([])
    expect(await tab.conversation.undoReject(key)).toMatchObject({ ok: false })
  })

  test('calls made at once are shown at once and run in the order made', async () => {
    const world = await createProgramWorld('await Promise.all([3, 1, 2].map((n) => tools.double({ n })))')
    const tab = await startProgram(world)
    await allow(tab, 2)
    await allow(tab, 1)
    await waitingInner(tab, 0)
    expect(world.runs).toEqual([])
    await allow(tab, 0)
    await tab.says('done')
    expect(world.runs).toEqual([{ n: 3 }, { n: 1 }, { n: 2 }])
    expect(await resultOf(world)).toContain('6')
  })

  test('a tool may ask a person for something, and no time limit runs meanwhile', async () => {
    const sure = defineTool({
      name: 'sure',
      description: 'Asks.',
      parameters: z.object({}),
      effects: [{ kind: 'ask-person' }],
      execute: async (_args, { human }) => await human('Sure?'),
    })
    const world = await createProgramWorld('await tools.sure()')
    const tab = await startProgram(world, { tools: [sure] })
    await tab.until(() => [...tab.state.calls.values()].some((call) => call.stage === 'asking'))
    const asking = [...tab.state.calls.values()].find((call) => call.stage === 'asking')
    await tab.conversation.answer(asking?.key ?? '', 'quite')
    await tab.says('done')
    expect(await resultOf(world)).toBe('quite')
  })

  test('what must not leave the page unseen is looked at before the program has it', async () => {
    const code = `(await tools.read_file({ path: '/key' })).length`
    const world = await createProgramWorld(code, { '/key': 'AKIAABCDEFGHIJKLMNOP' })
    const tab = await startProgram(world, { initialMode: 'auto-read', gate: resultGate() })
    await tab.until(() => [...tab.state.calls.values()].some((call) => call.stage === 'review'))
    const held = [...tab.state.calls.values()].find((call) => call.stage === 'review')
    await tab.conversation.review(held?.key ?? '', { kind: 'discard' })
    await tab.says('done')
    expect(await resultOf(world)).toContain('kept its result back')
  })

  test('a mode that is changed while a call waits decides about it', async () => {
    const world = await createProgramWorld(`await tools.write_file({ path: '/a', content: 'a' })`)
    const tab = await startProgram(world)
    await waitingInner(tab, 0)
    await tab.conversation.setMode('auto')
    await tab.says('done')
    expect(await innerRecords(world)).toMatchObject([{ decision: { by: 'rule' }, verdict: { rule: 'mode-auto' } }])
  })

  test('whoever asks the house for more tools than it shows finds them', async () => {
    const world = await createProgramWorld(`(await tools.search('double a number'))[0].call`)
    const tab = await startProgram(world)
    await tab.says('done')
    expect(await resultOf(world)).toBe('tools.double(_: { n: number, slow?: boolean }): Promise<any>')
  })
})

test('a tool of the page that is called search is called with an object, and words look for tools', async () => {
  const world = await createProgramWorld(`const found = await tools.search('double a number')
    return [found.length > 0, await tools.search({ n: 2 })]`)
  const search = { ...doublingTool(world), spec: { ...doublingTool(world).spec, name: 'search' } }
  const tab = await startProgram(world, { initialMode: 'auto', tools: [search] })
  await tab.says('done')
  expect(JSON.parse((await resultOf(world)) ?? '')).toEqual([true, expect.anything()])
  expect((await innerRecords(world)).map(({ call }) => [call.name, call.input])).toEqual([['search', { n: 2 }]])
})

const told = async (code: string, more: Parameters<typeof startProgram>[1] = {}) => {
  const world = await createProgramWorld(code)
  const tab = await startProgram(world, { initialMode: 'auto', ...more })
  await tab.says('done')
  return { world, text: await resultOf(world) }
}
const caught = (call: string) => `try { await ${call} } catch (error) { return error.message }`

describe('a hostile program', () => {
  test.each([
    ['a tool that is not there', 'tools.nobody({})', /There is no tool named/],
    ['a program in a program', "tools.browser_js_eval({ code: '1' })", /no program runs another one/],
    ['arguments that are no data', 'tools.double({ n: () => 1 })', /plain data/],
    ['arguments that lead back to themselves', '((a) => tools.double((a.n = a)))({})', /plain data/],
    ['arguments that are too much', "tools.double({ n: 'x'.repeat(9_000_000) })", /8000000 characters/],
    ['arguments that are no object', 'tools.double(7)', /one object with its arguments/],
    ['arguments of the wrong kind', "tools.double({ n: 'x' })", /n/],
    ['the names of objects', 'tools.__proto__({})', /There is no tool named/],
    ['words of no text', 'tools.search(7)', /must be text/],
  ])('%s: a sentence', async (_what, call, sentence) => {
    const { world, text } = await told(caught(call))
    expect(text).toMatch(sentence)
    expect(world.runs).toEqual([])
  })

  test('ten thousand calls at once: three hundred are made, and the others are told why not', async () => {
    const code = `const all = await Promise.allSettled(Array.from({ length: 10_000 }, (_, n) => tools.read_file({ path: '/' + n })))
      const refused = all.filter(({ reason }) => reason?.message.includes('300 times'))
      return refused.length`
    const { world, text } = await told(code)
    expect(await innerRecords(world)).toHaveLength(300)
    expect(text).toBe('9700')
  }, 60_000)

  test('arguments that would fill the disk: so many are kept, and the others are told why not', async () => {
    const code = `const content = 'x'.repeat(7_900_000)
      const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => tools.nobody({ n, content })))
      return all.filter(({ reason }) => reason?.message.includes('32000000 characters together')).length`
    const { world, text } = await told(code)
    expect(text).toBe('6')
    expect(await innerRecords(world)).toHaveLength(4)
  }, 60_000)

  test('names and arguments that mean something to JavaScript or to the ledger: they are data, and the parent is the program', async () => {
    const code = `const said = []
      for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', ' double'])
        await tools[name]({ n: 1, parent: 'other', key: 'k', run: 9, decision: { kind: 'allow' } }).catch((error) => said.push(error.message))
      await tools.double(JSON.parse('{"n":1,"__proto__":{"polluted":true}}')).catch(() => {})
      return said.filter((text) => text.includes('There is no tool named')).length`
    const { world, text } = await told(code)
    const { key } = await programRecord(world)
    const records = await innerRecords(world)
    expect(text).toBe('6')
    expect(records).toHaveLength(7)
    expect(new Set(records.map(({ parent }) => parent))).toEqual(new Set([key]))
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(world.runs.length).toBeLessThanOrEqual(1)
  })

  test('a result that is too large: a sentence', async () => {
    const large = defineTool({
      name: 'large',
      description: 'Much.',
      parameters: z.object({}),
      effects: [],
      execute: () => 'x'.repeat(9_000_000),
    })
    const { text } = await told(caught('tools.large()'), { tools: [large] })
    expect(text).toMatch(/9000002 characters; at most 8000000/)
  })

  test('planning is read only, whoever calls', async () => {
    const world = await createProgramWorld(`await tools.double({ n: 1 })`)
    const tab = await startProgram(world)
    await waitingInner(tab, 0)
    await tab.conversation.setMode('plan')
    await tab.says('done')
    expect(await resultOf(world)).toContain('planning')
    expect(world.runs).toEqual([])
  })

  test('calls after the end do nothing; calls it did not wait for are made before it ends', async () => {
    const code = `globalThis.lateCall = () => tools.double({ n: 99 }).catch(() => {})
      void tools.double({ n: 1 }).then(() => tools.double({ n: 2 }))
      return 'over'`
    const world = await createProgramWorld(code)
    const tab = await startProgram(world)
    await allow(tab, 0)
    await tab.says('done')
    Reflect.get(globalThis, 'lateCall')()
    Reflect.deleteProperty(globalThis, 'lateCall')
    expect(world.runs).toEqual([{ n: 1 }])
    expect(await innerRecords(world)).toHaveLength(1)
  })

  test('stop ends it, with the call that runs and the one that waits', async () => {
    const world = await createProgramWorld('await Promise.all([tools.double({ n: 1, slow: true }), tools.double({ n: 2 })])')
    const tab = await startProgram(world)
    await waitingInner(tab, 1)
    await allow(tab, 0)
    await tab.until(() => world.runs.length === 1)
    tab.conversation.stop()
    await tab.until(() => tab.call().stage === 'stopped')
    expect((await innerRecords(world)).map(({ ending }) => ending)).toEqual(['stopped', 'expired'])
  })

  test('the one call that runs can be stopped alone', async () => {
    const world = await createProgramWorld(`try { await tools.double({ n: 1, slow: true }) } catch { return 'went on' }`)
    const tab = await startProgram(world)
    await allow(tab, 0)
    await tab.until(() => world.runs.length === 1)
    const [inner] = await innerRecords(world)
    await tab.until(() => tab.state.calls.get(inner?.key ?? '')?.stage === 'running')
    await tab.conversation.stopCall(inner?.key ?? '')
    await tab.says('done')
    expect(await resultOf(world)).toBe('went on')
  })
})
