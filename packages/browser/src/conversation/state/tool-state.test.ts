import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { policy } from '../../approval/policy.ts'
import { createMemoryFiles } from '../../files/memory-files.ts'
import { toPath } from '../../files/path.ts'
import { defineTool } from '../../tools/define-tool.ts'
import { createExecutor } from '../../tools/executor.ts'
import { ask, callPart, createWorld, openTab, say, type Tab } from '../testing/open-tab.ts'
import { type ToolState, toolStateOf } from './call-stage.ts'

const confirm = defineTool({
  name: 'confirm',
  description: 'Asks a person, then does it.',
  parameters: z.object({ fails: z.boolean().optional(), twice: z.boolean().optional() }),
  effects: [{ kind: 'ask-person' }],
  async execute({ fails, twice }, { human }) {
    const answers = [await human('Really?')]
    if (fails) throw new Error('The drawer is stuck.')
    if (twice) answers.push(await human({ question: 'Really, really?' }))
    return { answers }
  },
})
const careful = defineTool({ ...confirm.spec, name: 'careful', parameters: z.object({}), execute: () => 'done' })
const slow = defineTool({
  name: 'slow',
  description: 'Never ends by itself.',
  parameters: z.object({}),
  effects: [{ kind: 'ask-person' }],
  execute: (_args, { signal }) =>
    new Promise<null>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
})

/** Every state the first call of the thread is in, in order, each once. */
function watch(tab: Tab): readonly ToolState[] {
  const seen: ToolState[] = []
  const look = () => {
    const [call] = tab.state.calls.values()
    if (call && seen.at(-1) !== toolStateOf(call.stage)) seen.push(toolStateOf(call.stage))
  }
  tab.conversation.subscribe(look)
  look()
  return seen
}

const open = async (name: string, input = {}, more = {}) => {
  const tools = [confirm, careful, slow]
  const tab = await openTab(createWorld(), [ask(callPart(name, input)), say('Ok.')], { tools, ...more })
  const seen = watch(tab)
  await tab.conversation.send('Go')
  return { tab, seen }
}

describe('the states of a tool with a person in it', () => {
  test('idle, running, requires action, running, output available', async () => {
    const { tab, seen } = await open('confirm')
    const { key } = await tab.stage('asking')
    await tab.conversation.answer(key, 'yes')
    await tab.says('Ok.')
    expect(seen).toEqual(['idle', 'running', 'requires-action', 'running', 'output-available'])
  })

  test('a second question is a second form', async () => {
    const { tab, seen } = await open('confirm', { twice: true })
    const { key } = await tab.stage('asking')
    await tab.conversation.answer(key, 'yes')
    await tab.until(() => tab.call().record.questions.length === 2)
    expect(tab.call().record.questions.at(-1)).toEqual({ payload: { question: 'Really, really?' } })
    await tab.conversation.answer(key, 'yes, yes')
    await tab.says('Ok.')
    expect(tab.call().record.result?.data).toEqual({ answers: ['yes', 'yes, yes'] })
    expect(seen.filter((state) => state === 'requires-action')).toHaveLength(2)
  })

  test('error, when the tool fails after the answer', async () => {
    const { tab, seen } = await open('confirm', { fails: true })
    await tab.conversation.answer((await tab.stage('asking')).key, 'yes')
    await tab.says('Ok.')
    expect(seen.at(-1)).toBe('error')
    expect(JSON.stringify(tab.call().record.result)).toContain('The drawer is stuck.')
  })

  test('error, when it is stopped while its form waits; a late answer changes nothing', async () => {
    const { tab, seen } = await open('confirm')
    const { key } = await tab.stage('asking')
    expect(await tab.conversation.stopCall(key)).toEqual({ ok: true })
    await tab.says('Ok.')
    expect(seen.at(-1)).toBe('error')
    expect(tab.call().record).toMatchObject({ ending: 'stopped', result: { outcome: 'cancelled' } })
    expect(await tab.conversation.answer(key, 'yes')).toMatchObject({ ok: false })
  })

  test('rejected, by a person or by a rule, without having run', async () => {
    const person = await open('careful')
    const { key } = await person.tab.stage('awaiting')
    await person.tab.conversation.decide(key, { kind: 'reject' })
    await person.tab.stage('rejected')
    expect(person.seen).toEqual(['idle', 'rejected'])
    const never = policy([() => ({ kind: 'deny', rule: 'never', author: 'you', reason: 'Never.' })])
    const rule = await open('confirm', {}, { policy: never })
    await rule.tab.says('Ok.')
    expect(rule.seen.at(-1)).toBe('rejected')
    expect(rule.seen).not.toContain('running')
  })
})

const refused = (why: string) => ({
  ok: false,
  error: `This call is not waiting for an answer: ${why}`,
  words: { id: 'call.not-asking', values: { why: { message: why } } },
})

describe('an answer in the wrong state is refused with what the call is doing instead', () => {
  test('before it has started, while it runs, and after its end', async () => {
    const waiting = await open('careful')
    const { key } = await waiting.tab.stage('awaiting')
    expect(await waiting.tab.conversation.answer(key, 'yes')).toMatchObject(
      refused('it has not started. Allow it first; it asks when it runs.'),
    )
    expect(waiting.tab.call().stage).toBe('awaiting')
    await waiting.tab.allow()
    await waiting.tab.says('Ok.')
    expect(await waiting.tab.conversation.answer(key, 'yes')).toMatchObject(refused('it has its result already.'))

    const running = await open('slow')
    const call = await running.tab.stage('running')
    await running.tab.until(() => running.tab.call().record.phase === 'running')
    expect(await running.tab.conversation.answer(call.key, 'yes')).toMatchObject(
      refused('it is running and has asked nothing. Call `human()` in its `execute` first.'),
    )
    running.tab.conversation.stop()
    await running.tab.stage('stopped')
  })

  test('for a call that does not exist', async () => {
    const { tab } = await open('slow')
    expect(await tab.conversation.answer('nowhere#0', 'yes')).toMatchObject(
      refused('there is no such call in this conversation.'),
    )
    tab.conversation.close()
  })
})

test('a tool is handed the files of the page', async () => {
  const files = createMemoryFiles()
  const note = defineTool({
    name: 'note',
    description: 'Writes a note.',
    parameters: z.object({ text: z.string() }),
    effects: [{ kind: 'ask-person' }],
    async execute({ text }, { files: given, callId }) {
      await given?.write(toPath('/note.txt'), text, { actor: 'model', call: callId })
      return 'written'
    },
  })
  const tab = await openTab(createWorld(), [ask(callPart('note', { text: 'milk' })), say('Ok.')], {
    executor: () => createExecutor([note], { files }),
  })
  await tab.conversation.send('Go')
  await tab.says('Ok.')
  const { data } = await files.read(toPath('/note.txt'), { actor: 'user' })
  expect(data).toBe('milk')
})
