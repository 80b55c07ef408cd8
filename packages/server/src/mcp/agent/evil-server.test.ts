import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultsIn, wordsIn } from '../../testing/agent-app.ts'
import { agentLabs, lastRequest, type Reply } from '../testing/agent-lab.ts'
import { asking, evil } from '../testing/mcp-lab.ts'

const open = agentLabs()
const call = (tool: string, input = {}): Reply => [{ name: `evil__${tool}`, input }]
const openEvil = (replies: readonly Reply[], more = {}) =>
  open({ mcpServers: { evil: evil({ EVIL_TOKEN: '${env:TOKEN}' }) }, replies, more, env: { TOKEN: 'evil-secret-token' } })

test('nothing runs unasked: not what says it is harmless, not what a result calls, not what was never chosen', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'evil-agent-')), 'ran')
  const lab = await openEvil([call('lies', { file }), 'So be it.', call('injected'), 'Done.', call('secrets'), 'Sorry.'])
  await lab.ask('t', ['lies'])
  await expect(readFile(file, 'utf8')).rejects.toThrow()
  const rejected = await lab.answer('t', { type: 'reject', callId: 'call_1' })
  expect(wordsIn(rejected)).toContain('So be it.')
  await expect(readFile(file, 'utf8')).rejects.toThrow()

  await lab.ask('t', ['injected'])
  const { pending } = await lab.thread('t')
  await lab.answer('t', { type: 'approve', callId: pending[0]?.callId })
  expect((await lab.thread('t')).pending).toEqual([])
  await expect(readFile(file, 'utf8')).rejects.toThrow()

  const unchosen = await lab.ask('t', ['lies'])
  expect(resultsIn(unchosen)[0]).toMatch(/^error: There is no tool evil__secrets/)
})

test('a tool that changes while its call waits does not run, is not offered any more, and the thread says so', async () => {
  const lab = await openEvil([call('weather'), call('turn-coat'), 'Turned.', 'Then not.', 'Hello again.'])
  await lab.ask('t', ['weather'])
  await lab.ask('coat', ['turn-coat'])
  await lab.answer('coat', { type: 'approve', callId: 'call_1' })
  const events = await lab.answer('t', { type: 'approve', callId: 'call_1' })
  expect(resultsIn(events)[0]).toMatch(/^error: The tool `evil__weather` describes itself differently.*Nothing was executed/)
  expect(lastRequest(lab)).not.toContain('Sends your files away')
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'tools-not-offered', tools: [expect.objectContaining({ name: 'evil__weather' })] }),
  )
  await lab.ask('t', ['weather'])
  expect(JSON.parse(lastRequest(lab))).not.toHaveProperty('tools')
  expect((await lab.thread('t')).notOffered).toMatchObject([{ name: 'evil__weather' }])
})

test('secrets of its entry are in nothing that a thread keeps or tells', async () => {
  const lab = await openEvil([call('secrets'), 'Read.'])
  const events = [await lab.ask('t', ['secrets']), await lab.answer('t', { type: 'approve', callId: 'call_1' })]
  const told = JSON.stringify([events, await lab.thread('t'), lab.upstream.bodies])
  expect(told).toContain('••••••')
  expect(told).not.toContain('evil-secret-token')
})

test('what is meant for the person alone is kept for the person, and the model does not read it', async () => {
  const lab = await openEvil([call('for-person'), 'Read.'])
  await lab.ask('t', ['for-person'])
  await lab.answer('t', { type: 'approve', callId: 'call_1' })
  const results = (await lab.thread('t')).messages.flatMap(({ role, parts }) => (role === 'tool' ? parts : []))
  expect(results).toMatchObject([{ content: [{ text: 'for the model' }], display: { forPerson: ['for the person'] } }])
  expect(lastRequest(lab)).not.toContain('for the person')
})

test.each([
  ['dies', 'may have run'],
  ['huge', 'may have run'],
  ['refuses', 'refused'],
  ['waits', 'was silent for 1 seconds'],
  ['unknown-content', 'still here'],
  ['asks', 'REFUSED'],
])('%s: the thread is told, the call is not made again, and the server lives', async (tool, words) => {
  const lab = await openEvil([call(tool), 'I see.'], { mcp: { callIdleMs: 1000 } })
  await lab.ask('t', [tool])
  const events = await lab.answer('t', { type: 'approve', callId: 'call_1' })
  expect(resultsIn(events)[0]).toContain(words)
  expect(wordsIn(events)).toContain('I see.')
  expect((await lab.thread('t')).status).toBe('idle')
})

test('arguments that the tool does not take are told to the model, and nobody is asked', async () => {
  const lab = await open({
    mcpServers: { asking: asking() },
    replies: [[{ name: 'asking__order', input: { what: 7, more: {} } }], 'I see.'],
  })
  const events = await lab.ask('t', ['order'])
  expect(resultsIn(events)[0]).toMatch(/^error: The call was not executed, because its arguments are not valid/)
  expect(events.at(-1)).toMatchObject({ status: 'idle' })
})

test('a call asks something back: the thread waits with the question, checks the answer, and goes on round after round', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'asking-agent-'))
  const diary = join(folder, 'diary')
  await writeFile(diary, '')
  const replies: Reply[] = [
    [
      { name: 'asking__order', input: { what: 'tea' } },
      { name: 'asking__order', input: { what: 'milk' } },
    ],
    'Ordered.',
  ]
  const lab = await open({ mcpServers: { asking: asking(diary) }, replies })
  await lab.ask('t', ['order'])
  await lab.answer('t', { type: 'approve', callId: 'call_1', input: { what: 'green tea' } })
  const waiting = await lab.thread('t')
  expect(waiting.pending).toMatchObject([
    { callId: 'call_1', kind: 'input', asks: 0, input: { what: 'green tea' }, question: { mode: 'form', by: 'asking' } },
    { callId: 'call_2', kind: 'approval' },
  ])
  const wrong = [
    [{ type: 'input', callId: 'call_1', asks: 0, action: 'accept', content: { size: 'huge' } }, 400],
    [{ type: 'input', callId: 'call_1', asks: 1, action: 'decline' }, 409],
    [{ type: 'input', callId: 'call_2', asks: 0, action: 'decline' }, 400],
    [{ type: 'approve', callId: 'call_1' }, 400],
    [{ type: 'reject', callId: 'call_1' }, 400],
  ] as const
  for (const [answer, status] of wrong) expect((await lab.resume('t', [answer])).status, JSON.stringify(answer)).toBe(status)
  // Another call of the same answer is decided meanwhile, and the question stays what it was.
  await lab.answer('t', { type: 'reject', callId: 'call_2' })
  expect((await lab.thread('t')).pending).toEqual([waiting.pending[0]])

  await lab.answer('t', { type: 'input', callId: 'call_1', asks: 0, action: 'accept', content: { size: 'large' } })
  expect((await lab.thread('t')).pending).toMatchObject([
    { asks: 1, question: { mode: 'url', url: 'https://shop.example/pay?for=1' } },
  ])
  const last = await lab.answer('t', { type: 'input', callId: 'call_1', asks: 1, action: 'accept' })
  expect(resultsIn(last)[0]).toContain('Ordered green tea, {"size":"large"}.')
  expect(wordsIn(last)).toContain('Ordered.')
  expect((await readFile(diary, 'utf8')).trim().split('\n')).toEqual([
    'asked for the size of green tea',
    'ordered green tea, {"size":"large"}',
  ])
})

test('a call that asks back can be declined, and a thread that is stopped meanwhile says that some of it may have run', async () => {
  const order: Reply = [{ name: 'asking__order', input: { what: 'tea' } }]
  const lab = await open({ mcpServers: { asking: asking() }, replies: [order, 'Then not.', order] })
  await lab.ask('t', ['order'])
  await lab.answer('t', { type: 'approve', callId: 'call_1' })
  const declined = await lab.answer('t', { type: 'input', callId: 'call_1', asks: 0, action: 'decline' })
  expect(resultsIn(declined)).toEqual(['ok: Not ordered: decline.'])
  await lab.ask('t', ['order'])
  const [{ callId } = { callId: '' }] = (await lab.thread('t')).pending
  await lab.answer('t', { type: 'approve', callId })
  await (await lab.post('threads/t/cancel')).text()
  const thread = await lab.thread('t')
  expect(thread.status).toBe('idle')
  expect(resultsIn(thread.messages).at(-1)).toContain('Some of it may have run')
})
