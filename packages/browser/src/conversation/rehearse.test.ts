import { plainText } from '@parley/dialects'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FileSystem } from '../files/file-system.ts'
import { createMemoryFiles } from '../files/memory-files.ts'
import { toPath } from '../files/path.ts'
import { createMemoryRehearsal } from '../files/rehearsal/open-rehearsals.ts'
import type { Rehearsal } from '../files/rehearsal/rehearsal.ts'
import { defineTool } from '../tools/define-tool.ts'
import { createExecutor } from '../tools/executor.ts'
import { createFileTools } from '../tools/file-tools.ts'
import type { Tool } from '../tools/tool.ts'
import { forPerson } from '../turn/result-words.ts'
import { ask, callPart, createWorld, openTab, say, type World } from './testing/open-tab.ts'

const you = { actor: 'user' } as const
const plan = toPath('/plan.md')

const text = async (from: FileSystem) => (await from.read(plan, you)).data

describe('a thread that rehearses', () => {
  let world: World
  let files: FileSystem
  let rehearsal: Rehearsal
  let sent: string[]

  /** Sends something away, and says so as far as anybody asks. */
  const mail: Tool = defineTool({
    name: 'mail',
    description: 'Sends a letter.',
    parameters: z.object({ to: z.string() }),
    async execute({ to }) {
      sent.push(to)
    },
  })
  const open = (answers: Parameters<typeof openTab>[1]) =>
    openTab(world, answers, {
      executor: () => createExecutor([...createFileTools(files), mail]),
      rehearsal: async () => createExecutor([...createFileTools(rehearsal.files), mail]),
    })

  beforeEach(async () => {
    world = createWorld()
    files = createMemoryFiles()
    await files.write(plan, 'before', you)
    rehearsal = createMemoryRehearsal(files)
    sent = []
  })

  const writing = callPart('write_file', { path: '/plan.md', content: 'after' })

  test('writes by itself, on the copy, and tells the model so but not the person', async () => {
    const tab = await open([ask(writing), say('Done.')])
    await tab.conversation.setMode('rehearse')
    await tab.conversation.send('Write the plan.')
    await tab.says('Done.')
    expect([await text(files), await text(rehearsal.files)]).toEqual(['before', 'after'])
    const { record } = tab.call()
    expect(record).toMatchObject({ verdict: { rule: 'mode-rehearse', rehearsed: true }, ending: 'succeeded' })
    expect(plainText(record.result!)).toContain('rehearsal on a copy')
    const shown = forPerson(record)
    expect(shown?.kind === 'result' && plainText(shown.result)).toBe('Success. 5 bytes written to /plan.md.')
    expect(world.errors).toEqual([])
  })

  test('reads what it has written, and says nothing about a copy to who only looks', async () => {
    const tab = await open([ask(writing), ask(callPart('read_file', { path: '/plan.md' })), say('Done.')])
    await tab.conversation.setMode('rehearse')
    await tab.conversation.send('Write the plan and read it.')
    await tab.says('Done.')
    expect(plainText(tab.call(1).record.result!)).toBe('after')
  })

  test('does not do what nobody knows the effects of, until a person lets that one call out', async () => {
    const tab = await open([ask(callPart('mail', { to: 'Ada' })), say('Not sent.')])
    await tab.conversation.setMode('rehearse')
    await tab.conversation.send('Write to Ada.')
    await tab.says('Not sent.')
    const { record } = tab.call()
    expect([record.ending, sent]).toEqual(['blocked', []])
    expect(plainText(record.result!)).toContain('not-in-rehearsal')
    await tab.conversation.runAgain(record.key)
    await tab.until(() => sent.length === 1)
    expect(sent).toEqual(['Ada'])
  })

  test('runs a call again where it was judged, though the mode is another one by then', async () => {
    const tab = await open([ask(writing), say('Done.')])
    await tab.conversation.setMode('rehearse')
    await tab.conversation.send('Write the plan.')
    await tab.says('Done.')
    await rehearsal.discard()
    await tab.conversation.setMode('auto')
    expect(await tab.conversation.runAgain(tab.call().key)).toEqual({ ok: true })
    await tab.until(() => world.requests.length === 3)
    await tab.says('Done.')
    expect([await text(files), await text(rehearsal.files)]).toEqual(['before', 'after'])
  })

  test('refuses everything where there is no copy', async () => {
    const tab = await openTab(world, [ask(writing), say('Refused.')], {
      executor: () => createExecutor(createFileTools(files)),
    })
    expect(await tab.conversation.setMode('rehearse')).toMatchObject({ ok: false, words: { id: 'thread.no-rehearsal' } })
    // As if another page, which has a copy, had chosen it.
    await world.storage.threads.change('thread', (thread) => ({ ...thread, mode: 'rehearse' }))
    await tab.conversation.send('Write the plan.')
    await tab.says('Refused.')
    expect(tab.call().record).toMatchObject({ ending: 'blocked', verdict: { rule: 'no-rehearsal' } })
    expect(await text(files)).toBe('before')
  })
})
