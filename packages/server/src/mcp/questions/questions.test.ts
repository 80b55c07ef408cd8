import { expect, test } from 'vitest'
import { createCallBook } from '../call-book.ts'
import type { CallEvent } from '../calls.ts'
import { asking, evil, mcpLabs, wordsOf } from '../testing/mcp-lab.ts'

const open = mcpLabs()
const openEvil = () => open({ evil: evil() })
const log = async (lab: Awaited<ReturnType<typeof openEvil>>) => JSON.stringify(await lab.get('servers/evil/log'))

type Reply = { readonly action: string; readonly content?: object }

/** Calls a tool, answers its questions in order, and tells what it asked and how it ended. */
async function play(lab: Awaited<ReturnType<typeof openEvil>>, name: string, replies: readonly Reply[], input = {}) {
  const { callId, events } = await lab.begin(name, input)
  const asked: Extract<CallEvent, { type: 'call-question' }>[] = []
  for await (const event of events) {
    if (event.type === 'call-question') {
      const response = await lab.reply(callId, { asks: event.asks, ...(replies[asked.push(event) - 1] ?? { action: 'cancel' }) })
      expect(response.status, await response.text()).toBe(204)
    }
    if (event.type === 'call-end') return { asked, said: wordsOf(event.result), callId }
  }
  throw new Error('It never ended.')
}

test('a form is put to the person under the name of its server, and the server gets what was filled in', async () => {
  const lab = await openEvil()
  const { asked, said } = await play(lab, 'asks', [{ action: 'accept', content: { name: 'Ada', age: 36 } }])
  expect(asked[0]?.question).toMatchObject({ mode: 'form', by: 'evil', schema: { required: ['name'] } })
  expect(JSON.parse(said)).toEqual({ action: 'accept', content: { name: 'Ada', age: 36 } })
})

test.each(['decline', 'cancel'] as const)('a person who says %s gives nothing away', async (action) => {
  const lab = await openEvil()
  const { said } = await play(lab, 'asks', [{ action, content: { name: 'Ada' } }])
  expect(JSON.parse(said)).toEqual({ action })
})

test('an answer that is not what was asked for goes nowhere, and neither does one from elsewhere or one too late', async () => {
  const lab = await openEvil()
  const { callId, events } = await lab.begin('asks')
  let last: CallEvent | undefined
  for await (const event of events) {
    last = event
    if (event.type !== 'call-question') continue
    const { asks } = event
    for (const content of [{}, { name: 'A' }, { name: 'Ada', age: 'old' }, { name: 'Ada', more: 1 }])
      expect((await lab.reply(callId, { asks, action: 'accept', content })).status).toBe(400)
    expect((await lab.reply(callId, { asks: asks + 1, action: 'decline' })).status).toBe(409)
    expect((await lab.reply('another', { asks, action: 'decline' })).status).toBe(409)
    const foreign = await lab.send(
      `calls/${callId}/answer`,
      { asks, action: 'decline' },
      { headers: { origin: 'https://evil.example' } },
    )
    expect(foreign.status).toBe(403)
    expect((await lab.reply(callId, { asks, action: 'accept', content: { name: 'Ada' } })).status).toBe(204)
    expect((await lab.reply(callId, { asks, action: 'decline' })).status).toBe(409)
  }
  expect(last).toMatchObject({ type: 'call-end', result: { outcome: 'ok' } })
})

test('a server that asks in a loop is answered ten times and no more', async () => {
  const lab = await openEvil()
  const yes = { action: 'accept', content: { name: 'Ada' } }
  const { asked, said } = await play(
    lab,
    'asks-on',
    Array.from({ length: 50 }, () => yes),
  )
  expect([asked.length, said]).toEqual([10, '10 answers'])
  expect(await log(lab)).toContain('more than 10 times')
})

test.each([
  ['asks-huge', 'huge: cancel'],
  ['asks-bad-address', 'address: cancel'],
])('%s: nobody is asked for what no form can show or nobody should open', async (name, end) => {
  const lab = await openEvil()
  const { asked, said } = await play(lab, name, [])
  expect([asked.length, said]).toEqual([0, end])
  expect(await log(lab)).toContain('a question was cancelled')
})

test('a question that comes when its call is over is answered by nobody', async () => {
  const lab = await openEvil()
  expect((await play(lab, 'asks-late', [])).said).toBe('over')
  await expect.poll(() => log(lab)).toContain('late: cancel')
  expect(await log(lab)).toContain('no call was under way')
})

test('a question under several calls is nobody’s, and from then on there is one call at a time', async () => {
  const lab = await openEvil()
  const waiting = await lab.begin('waits')
  const { asked, said } = await play(lab, 'asks', [{ action: 'accept', content: { name: 'Ada' } }])
  expect([asked.length, JSON.parse(said)]).toEqual([0, { action: 'cancel' }])

  const second = play(lab, 'asks', [{ action: 'accept', content: { name: 'Ada' } }])
  await lab.send(`calls/${waiting.callId}`, undefined, { method: 'DELETE' })
  for await (const event of waiting.events) if (event.type === 'call-end') break
  expect(JSON.parse((await second).said)).toMatchObject({ action: 'accept' })

  const first = await lab.begin('waits')
  const third = play(lab, 'asks', [{ action: 'accept', content: { name: 'Ada' } }])
  await lab.send(`calls/${first.callId}`, undefined, { method: 'DELETE' })
  expect(JSON.parse((await third).said), 'it waited for the other').toMatchObject({ action: 'accept' })
})

test('an address is shown whole; one that is wanted first is opened before the call is made again', async () => {
  const lab = await openEvil()
  const { asked, said } = await play(lab, 'asks-address', [{ action: 'accept' }])
  expect(asked[0]?.question).toMatchObject({ mode: 'url', url: 'https://shop.example/login' })
  expect(said).toBe('address: accept')
  const wanted = await play(lab, 'wants-address', [{ action: 'accept' }])
  expect([wanted.asked[0]?.question, wanted.said]).toMatchObject([{ url: 'https://shop.example/first' }, 'came back'])
})

test('a server of the newest revision asks in its results, round after round, and nothing is prefilled that looks like a secret', async () => {
  const lab = await open({ asking: asking() })
  const replies = [{ action: 'accept', content: { size: 'large' } }, { action: 'accept' }]
  const { asked, said } = await play(lab, 'order', replies, { what: 'tea' })
  expect(asked.map(({ question }) => question)).toMatchObject([
    { mode: 'form', by: 'asking' },
    { mode: 'url', url: 'https://shop.example/pay?for=1' },
  ])
  expect(said).toBe('Ordered tea, {"size":"large"}.')
  expect(JSON.stringify(asked[0]?.question)).toContain('"default":1')
  expect(JSON.stringify(asked[0]?.question)).not.toContain('prefilled-secret')
  expect((await play(lab, 'order', [{ action: 'decline' }], { what: 'tea' })).said).toBe('Not ordered: decline.')
})

test('where no page listens nothing is asked, and a page that leaves is waited for, but not for ever', async () => {
  const book = createCallBook(100)
  const question = { mode: 'form', by: 'it', message: 'Well?', schema: { type: 'object' } } as const
  const answers: unknown[] = []
  const run = (key: string) =>
    book.begin(key, async (_, { ask }) => (answers.push(await ask(question)), { outcome: 'ok', content: [], forPerson: [] }))
  run('alone')
  await expect.poll(() => answers).toEqual([{ action: 'decline' }])
  const leaving = new AbortController()
  run('left')
  const listening = book.listen('left', leaving.signal)[Symbol.asyncIterator]()
  const first = listening.next()
  expect(book.questionOf('left')).toBeUndefined()
  await first
  leaving.abort()
  await listening.next()
  await expect.poll(() => answers).toHaveLength(2)
})
