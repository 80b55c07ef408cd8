import { describe, expect, test } from 'vitest'
import { ask, callPart, createWorld, doublingTool, openTab, say } from '../../conversation/testing/open-tab.ts'
import { type AuditRow, auditRows } from './audit-rows.ts'
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

describe('the file for a spreadsheet', () => {
  const row: AuditRow = {
    at: 0,
    threadId: 't',
    thread: 'Plans',
    key: 'm#0',
    tool: 'write_file',
    effect: 'write-files',
    target: '/a,b "c"\n.txt',
    by: 'person',
    rule: 'asks',
    author: 'parley',
    ending: 'succeeded',
  }
  test('keeps commas, quotes and lines in their cells', () => {
    expect(auditCsv([row])).toBe(
      'at,thread,threadId,tool,effect,target,by,rule,author,ending,key\r\n' +
        '1970-01-01T00:00:00.000Z,Plans,t,write_file,write-files,"/a,b ""c""\n.txt",person,asks,parley,succeeded,m#0\r\n',
    )
  })
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '\u200b=1', '"=1', '＝1', '|calc', '%0A=1'])(
    'holds no formula where a title is %j',
    (thread) => {
      const [, second = ''] = auditCsv([{ ...row, thread }]).split('Z,')
      expect(second).toMatch(/^"?'/)
    },
  )
  test('a line of JSON holds the same', () => {
    expect(JSON.parse(auditJsonLines([row]))).toEqual({ ...row, at: '1970-01-01T00:00:00.000Z' })
  })
})
