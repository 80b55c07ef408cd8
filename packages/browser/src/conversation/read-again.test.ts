import { auto, createParser, findDialect } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import type { AnyDialectReader } from './read-again.ts'
import { createWorld, openTab, say, type Tab, type World } from './testing/open-tab.ts'

const anyDialect = (): Promise<AnyDialectReader> => Promise.resolve((options) => createParser({ ...options, dialect: auto }))

const inHermes = (n: number, name = 'double'): string =>
  findDialect('hermes')!.formatCalls([{ id: 'call_1', name, input: { n } }])

/** A thread whose model has answered with `text`, which the dialect it was asked in took for words. */
async function answered(world: World, text: string, more: Parameters<typeof openTab>[2] = {}): Promise<Tab> {
  const tab = await openTab(world, [say(text), say('Ok.')], { anyDialect, ...more })
  await tab.conversation.send('Go')
  await tab.says(text)
  return tab
}

const lastId = (tab: Tab): string => tab.state.messages.at(-1)!.id

describe('a call in another dialect than was asked for', () => {
  test('is found, and by itself nothing comes of it', async () => {
    const world = createWorld()
    const tab = await answered(world, `I will.\n${inHermes(4)}`, { initialMode: 'auto' })
    expect(await tab.conversation.foreignCalls(lastId(tab))).toMatchObject([
      { name: 'double', input: { n: 4 }, dialect: 'hermes' },
    ])
    expect(tab.state.status).toEqual({ kind: 'idle' })
    expect(world.runs).toEqual([])
  })

  test('is read in a branch beside the answer, and also in auto mode runs only when it was taken up', async () => {
    const world = createWorld()
    const text = `I will.\n${inHermes(4)}`
    const tab = await answered(world, text, { initialMode: 'auto' })
    const before = lastId(tab)
    expect(await tab.conversation.readAgain(before)).toEqual({ ok: true })
    const call = await tab.stage('malformed')
    expect(call.record.broken?.problem).toContain('in another dialect')
    expect(world.runs).toEqual([])
    await tab.conversation.takeOffer(call.key)
    await tab.says('Ok.')
    expect(world.runs).toEqual([{ n: 4 }])
    expect(world.requests.at(-1)?.messages[1]).toMatchObject({
      parts: [{ type: 'text' }, { type: 'tool-call', input: { n: 4 } }],
    })
    await tab.conversation.switchTo(before)
    await tab.says(text)
  })

  test('that was taken up is asked about where the mode asks', async () => {
    const world = createWorld()
    const tab = await answered(world, inHermes(4))
    await tab.conversation.readAgain(lastId(tab))
    await tab.conversation.takeOffer((await tab.stage('malformed')).key)
    await tab.stage('awaiting')
    expect(world.runs).toEqual([])
  })

  test('keeps the words around it, and gets an id that no other call has', async () => {
    const world = createWorld()
    const tab = await answered(world, `First.\n${inHermes(1)}\nThen.\n${inHermes(2)}`)
    await tab.conversation.readAgain(lastId(tab))
    await tab.stage('malformed', 1)
    expect(tab.state.messages.at(-1)?.parts.map(({ type }) => type)).toEqual(['text', 'call', 'text', 'call'])
    expect(tab.call(0).record.call.id).not.toBe(tab.call(1).record.call.id)
  })
})

describe('what is no such call stays words', () => {
  test.each([
    ['a call of a tool that is not there', inHermes(4, 'launch')],
    ['the bare name of a tool', 'I would double it with `double`.'],
    ['a call that cannot be read', '<tool_call>{"name": "double", "arguments": {{{'],
  ])('%s', async (_, text) => {
    const tab = await answered(createWorld(), text)
    expect(await tab.conversation.foreignCalls(lastId(tab))).toEqual([])
    expect(await tab.conversation.readAgain(lastId(tab))).toMatchObject({ ok: false })
    expect(tab.state.messages.at(-1)?.branch.ids).toHaveLength(1)
  })

  test('the grammars are not fetched for an answer that names no tool', async () => {
    const tab = await answered(createWorld(), 'Nothing to do here. '.repeat(1000), {
      anyDialect: () => Promise.reject(new Error('This was not needed.')),
    })
    expect(await tab.conversation.foreignCalls(lastId(tab))).toEqual([])
  })

  test('an answer that has a card for its call already is not offered a second time', async () => {
    const world = createWorld()
    const tab = await answered(world, `So it looks:\n\`\`\`\n${inHermes(4)}\n\`\`\`\nThat is all about double.`)
    await tab.conversation.readAgain(lastId(tab))
    const shown = await tab.stage('malformed')
    expect(shown.record.broken?.problem).toContain('only shown')
    expect(await tab.conversation.foreignCalls(shown.messageId)).toEqual([])
    expect(await tab.conversation.readAgain(shown.messageId)).toMatchObject({ ok: false })
  })
})

describe('a hostile answer', () => {
  const MARKS = '<tool_call>{"name": "double"<function=double>[TOOL_CALLS]```json\n{"'

  test('full of marks is read in pieces, between which the page draws and listens', async () => {
    const text = `double ${MARKS.repeat(1500)}`
    const tab = await answered(createWorld(), text)
    let turns = 0
    const count = () => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    await tab.conversation.foreignCalls(lastId(tab))
    clearImmediate(counting)
    expect(turns).toBeGreaterThan(3)
  })

  test('longer than a call is worth is not looked through', async () => {
    const tab = await answered(createWorld(), `${inHermes(4)}${MARKS.repeat(5000)}`, {
      anyDialect: () => Promise.reject(new Error('This was not needed.')),
    })
    expect(await tab.conversation.foreignCalls(lastId(tab))).toEqual([])
  })
})
