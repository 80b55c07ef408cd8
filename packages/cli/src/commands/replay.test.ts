import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Capsule, compareCalls } from '@parley/browser'
import type { Message, ToolSpec } from '@parley/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../main.ts'
import { tableOf } from '../replay/show-replay.ts'

/** What the demo does when it is asked for the sum, and what it says when it was told the sum. */
const PROGRAM = /browser_js_eval \{"code":"/
const tools: readonly ToolSpec[] = [
  {
    name: 'browser_js_eval',
    description: 'Runs a program.',
    parameters: { type: 'object', properties: { code: { type: 'string' } } },
  },
]
const ANSWER = { step: 1, messageId: 'm', recorded: [], now: [] } as const
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-replay-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function save(name: string, code: string): string {
  const result = {
    type: 'tool-result',
    callId: 'c',
    name: 'browser_js_eval',
    outcome: 'ok',
    content: [{ type: 'text', text: '76127' }],
  } as const
  const messages: readonly Exclude<Message, { role: 'system' }>[] = [
    { role: 'user', id: 'm1', parts: [{ type: 'text', text: 'Sum all primes below 1000' }] },
    { role: 'assistant', id: 'm2', parts: [{ type: 'tool-call', id: 'c', name: 'browser_js_eval', input: { code } }] },
    { role: 'tool', id: 'm3', parts: [result] },
    { role: 'assistant', id: 'm4', parts: [{ type: 'text', text: 'It is 76127.' }] },
  ]
  const nodes = messages.map((message, order) => ({
    threadId: 't',
    id: message.id,
    ...(order > 0 && { parentId: `m${order}` }),
    order,
    message,
    createdAt: 0,
  }))
  const capsule: Capsule = {
    format: 'parley-capsule',
    version: 1,
    exportedAt: 0,
    thread: { id: 't', title: 'Primes', titledBy: 'message', mode: 'ask', head: 'm4', extraSteps: 0, createdAt: 0, updatedAt: 0 },
    nodes,
    calls: [],
    tools,
    grants: [],
    exchanges: [],
    files: [],
  }
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(capsule))
  return file
}

async function replay(...args: readonly string[]) {
  const said = { out: '', err: '' }
  const code = await runCommand(['replay', ...args], {
    terminal: { out: (text) => void (said.out += text), err: (text) => void (said.err += text), watched: false },
    env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0', PARLEY_DATA: join(folder, 'data') },
    page: () => Promise.reject(new Error('No page is needed.')),
  })
  return { code, ...said }
}

/** The program that the demo writes now. */
async function demoProgram(): Promise<string> {
  const { out } = await replay(save('unknown', '1'), '--model', 'demo-scripted', '--json')
  const [line = ''] = out.split('\n')
  return JSON.parse(line).now.find((part: { type: string }) => part.type === 'tool-call').input.code
}

test('a model that makes the calls of then is the same, in whatever dialect it is spoken to', async () => {
  const file = save('same.json', `${await demoProgram()}  \n`)
  for (const dialect of ['json-strict', 'hermes', 'qwen3-coder']) {
    const { code, out, err } = await replay(file, '--model', 'demo-scripted', '--dialect', dialect)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('the same, 2 of 2 answers make the same calls')
    expect(out).toContain('overlooked: white space at line ends, ids of calls')
  }
})

test('each rule that made calls equal is named', async () => {
  const code = await demoProgram()
  const input = { code, note: 1 }
  const recorded = { type: 'tool-call', id: 'c', name: 'browser_js_eval', input } as const
  expect((await replay(save('exact.json', code), '--model', 'demo-scripted')).out).toContain('overlooked: ids of calls\n')
  const both = compareCalls([recorded], [{ ...recorded, id: 'd', input: { note: 1, code: `${code} ` } }])
  expect(tableOf({ file: 'f', model: 'm', isSame: true, answers: [{ ...ANSWER, comparison: both }] })).toContain(
    'overlooked: order of keys, white space at line ends, ids of calls\n',
  )
  const other = { ...recorded, name: 'other' }
  const turned = compareCalls([recorded, other], [other, recorded])
  expect(tableOf({ file: 'f', model: 'm', isSame: true, answers: [{ ...ANSWER, comparison: turned }] })).toContain(
    'overlooked: order of calls\n',
  )
})

test('several dialects, from an answer on, without a tool, as a table for a spreadsheet', async () => {
  const file = save('table.json', 'other()')
  const { code, out } = await replay(file, '--model', 'demo-scripted,nobody', '--dialect', 'hermes,qwen3-coder', '--csv')
  expect(code).toBe(1)
  const [head, ...rows] = out.trim().split('\r\n')
  expect(head).toBe('conversation,model,dialect,outcome,alike,asked,overlooked,answer,difference,path,then,now,problem')
  expect(rows.filter((row) => row.includes('.json,'))).toHaveLength(4)
  expect(out).toContain('demo-scripted,hermes,different,0,1,,1,argument,code,')
  expect(out).toContain('nobody,qwen3-coder,failed,0,0,')
  const later = await replay(file, '--model', 'demo-scripted', '--from', '2')
  expect([later.code, later.out]).toEqual([0, expect.stringContaining('the same, 1 of 1 answers')])
  const unarmed = await replay(file, '--model', 'demo-scripted', '--without', 'browser_js_eval')
  expect([unarmed.code, unarmed.out]).toEqual([2, expect.stringContaining('it does not call browser_js_eval')])
  const beyond = await replay(file, '--model', 'demo-scripted', '--from', '9')
  expect([beyond.code, beyond.out]).toEqual([1, expect.stringContaining('There is no answer to ask for.')])
  expect(await replay(file, '--from', 'x')).toMatchObject({ code: 1, err: expect.stringContaining('number of an answer') })
})

test('the first answer that differs is shown from both sides, and the others only when all are asked for', async () => {
  const file = save('other.json', 'other()')
  const first = await replay(file, '--model', 'demo-scripted')
  expect(first.code).toBe(2)
  expect(first.out).toContain('not the same, 0 of 1 answers make the same calls\n  answer 1: another code for browser_js_eval')
  expect(first.out).toContain('  then  browser_js_eval {"code":"other()"}')
  expect(first.out).toMatch(PROGRAM)
  expect((await replay(file, '--model', 'demo-scripted', '--all')).out).toContain('1 of 2 answers make the same calls')
})

test('several conversations and models give a line each; who cannot be asked is told, and it ends with 1', async () => {
  const [one, two] = [save('one.json', 'other()'), save('two.json', await demoProgram())]
  const { code, out } = await replay(one, two, '--model', 'demo-scripted, nobody')
  expect(code).toBe(1)
  expect(out.match(/\.json {2}\S+: /g)).toHaveLength(4)
  expect(out).toContain('nobody: not asked to the end\n  The model `nobody` is not configured.')
})

test('what moves the cursor is not printed', async () => {
  const { out } = await replay(save('evil.json', '\u001b[2J\u202eevil'), '--model', 'demo-scripted')
  for (const sign of ['\u001b', '\u202e']) expect(out).not.toContain(sign)
})

test('what is no conversation is named with what to do', async () => {
  const file = join(folder, 'no.json')
  writeFileSync(file, '{}')
  expect(await replay(file)).toMatchObject({ code: 1, err: expect.stringContaining(file) })
  expect(await replay(join(folder, 'none'))).toMatchObject({ code: 1, err: expect.stringContaining('the studio exported') })
  expect(await replay()).toMatchObject({ code: 1, err: expect.stringContaining('Say which conversations') })
})

const exported = async (...args: readonly string[]) => {
  const said = { out: '', err: '' }
  const code = await runCommand(['export', ...args], {
    terminal: { out: (text) => void (said.out += text), err: (text) => void (said.err += text), watched: false },
    env: {},
    page: () => Promise.reject(new Error('No page is needed.')),
  })
  return { code, ...said }
}

test('export writes a line for each conversation, in the dialect that is asked for, and says what it does not know', async () => {
  const file = save('export.json', 'sum()')
  const { code, out } = await exported(file, file, '--dialect', 'hermes')
  const lines = out.trim().split('\n')
  expect([code, lines.length]).toEqual([0, 2])
  expect(JSON.parse(lines[0] ?? '').messages[2].content).toContain('<tool_call>')
  expect(await exported(file, '--pairs')).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringContaining('Nothing was preferred'),
  })
  expect(await exported(file, '--dialect', 'klingon')).toMatchObject({ code: 1, err: expect.stringContaining('klingon') })
  expect(await exported(file, '--format', 'csv')).toMatchObject({
    code: 1,
    err: expect.stringContaining('openai or sharegpt, not csv'),
  })
})
