import { describe, expect, test } from 'vitest'
import { ask, callPart, createWorld, doublingTool, openTab, say } from '../../conversation/testing/open-tab.ts'
import { changeOne } from '../../ledger/ledger.ts'
import { type AuditRow, auditRows } from './audit-rows.ts'
import { csvText } from './csv-text.ts'
import { auditCsv, auditJsonLines } from './write-audit.ts'

test('every call that ran is a row for each of its effects, with who allowed it and by which rule', async () => {
  const world = createWorld()
  const tab = await openTab(world, [ask(callPart('double', { n: 1 }), callPart('double', { n: 2 }, 'c2')), say('Done.')])
  await tab.conversation.send('Go')
  await tab.allow(0)
  await tab.conversation.decide((await tab.stage('awaiting', 1)).key, { kind: 'reject', resume: true })
  await tab.says('Done.')
  const rows = await auditRows(world.storage)
  expect(rows).toMatchObject([
    { thread: 'Go', tool: 'double', effect: 'run-code', target: '', by: 'person', ending: 'succeeded', author: 'parley' },
  ])
  expect(rows[0]?.rule).not.toBe('')
})

test('what a program told of its doings stands for what it might have done', async () => {
  const world = createWorld()
  const writing = { ...doublingTool(world), effects: () => [{ kind: 'run-code' }, { kind: 'write-files', path: '/**' }] as const }
  const run: typeof writing.run = async (input, context) => {
    context.onEffect?.({ kind: 'write-files', path: '/a.txt' })
    return await writing.run(input, context)
  }
  const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('Done.')], { tools: [{ ...writing, run }] })
  await tab.conversation.send('Go')
  await tab.allow(0)
  await tab.says('Done.')
  expect((await auditRows(world.storage)).map(({ effect, target }) => [effect, target])).toEqual([
    ['run-code', ''],
    ['write-files', '/a.txt'],
  ])
})

test('what was rehearsed is said to be done to a copy, and an effect of the page has its name', async () => {
  const world = createWorld()
  const own = { kind: 'own', name: 'send-mail', target: 'anna@example.com', does: 'write', says: 'sends a mail' } as const
  const tool = { ...doublingTool(world), effects: () => [own, { kind: 'write-files', path: '/a.txt' }] as const }
  const tab = await openTab(world, [ask(callPart('double', { n: 1 })), say('Done.')], { tools: [tool] })
  await tab.conversation.send('Go')
  await tab.allow(0)
  await tab.says('Done.')
  const rowsNow = async () => (await auditRows(world.storage)).map(({ target, rehearsed }) => [target, rehearsed])
  expect(await rowsNow()).toEqual([
    ['send-mail anna@example.com', false],
    ['/a.txt', false],
  ])
  const [record] = await world.storage.ledger.ofThread('thread')
  const verdict = record?.verdict
  if (!record || !verdict) throw new Error('The call has a verdict.')
  await changeOne(world.storage.ledger, record.key, (kept) => ({ ...kept, verdict: { ...verdict, rehearsed: true } }))
  expect(await rowsNow()).toEqual([
    ['send-mail anna@example.com', false],
    ['/a.txt', true],
  ])
})

describe('the file for a spreadsheet', () => {
  const row: AuditRow = {
    at: 0,
    threadId: 't',
    thread: 'Plans',
    key: 'm#0',
    tool: 'write_file',
    effect: 'write-files',
    target: '/a,b "c"\n.txt',
    rehearsed: false,
    by: 'person',
    rule: 'asks',
    author: 'parley',
    ending: 'succeeded',
  }
  test('keeps commas, quotes and lines in their cells', () => {
    expect(auditCsv([row])).toBe(
      'at,thread,threadId,tool,effect,target,rehearsed,by,rule,author,ending,key\r\n' +
        '1970-01-01T00:00:00.000Z,Plans,t,write_file,write-files,"/a,b ""c""\n.txt",,person,asks,parley,succeeded,m#0\r\n',
    )
  })
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '\u200b=1', '"=1', '＝1', '|calc', '%0A=1'])(
    'holds no formula where a title is %j',
    (thread) => {
      const [, second = ''] = auditCsv([{ ...row, thread }]).split('Z,')
      expect(second).toMatch(/^"?'/)
    },
  )
  test.each(['a;=1+1', 'a\t=1', 'a\n=1', 'a,=cmd|x', 'a";=1', 'a; "=1', 'a;\u200b=1', ';;@x'])(
    'holds none either where %j is divided elsewhere than at commas',
    (target) => {
      const text = auditCsv([{ ...row, target }])
      for (const divider of [';', '\t', '\n', ','])
        for (const part of text.split(divider)) expect(part).not.toMatch(/^[\s\p{Cf}"]*[=@]/u)
    },
  )
  test('numbers stay numbers, and what looks like a formula beside them is text', () => {
    expect(
      csvText(
        ['=a', 'b'],
        [
          ['=HYPERLINK("https://example.com/?"&A1)', -5],
          [null, true],
        ],
      ),
    ).toBe('\'=a,b\r\n"\'=HYPERLINK(""https://example.com/?""&A1)",-5\r\n,true\r\n')
  })
  test('a line of JSON holds the same', () => {
    expect(JSON.parse(auditJsonLines([row]))).toEqual({ ...row, at: '1970-01-01T00:00:00.000Z' })
  })
})
