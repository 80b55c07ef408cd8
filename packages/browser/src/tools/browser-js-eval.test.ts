import { expect, test } from 'vitest'
import type { Program, Sandbox, SandboxOutcome } from '../sandbox/sandbox.ts'
import { createBrowserJsEval } from './browser-js-eval.ts'
import type { ToolContext } from './tool.ts'

const nothing = { lines: [], droppedLines: 0, elapsedMs: 3 }
const number: SandboxOutcome = { kind: 'returned', value: { text: '76127', json: 76127, type: 'number', cut: false }, ...nothing }

function sandboxOf(outcome: SandboxOutcome): { sandbox: Sandbox; programs: Program[] } {
  const programs: Program[] = []
  const sandbox: Sandbox = {
    run: async (program) => {
      programs.push(program)
      return outcome
    },
    warmUp: async () => undefined,
    endSession: () => undefined,
    dispose: () => undefined,
  }
  return { sandbox, programs }
}

const context: ToolContext = {
  callId: 'call_1',
  language: 'en',
  onProgress: () => undefined,
  human: async () => null,
  signal: new AbortController().signal,
}

const outputOf = (outcome: SandboxOutcome) => createBrowserJsEval(sandboxOf(outcome)).run({ code: '1' }, context)

test('a number comes back as that number', async () => {
  expect(await outputOf(number)).toMatchObject({ content: '76127', data: 76127 })
})

test('console lines come with the value, in words and as data', async () => {
  const lines = [
    { level: 'log', text: 'counting' },
    { level: 'warn', text: 'slow' },
  ] as const
  expect(await outputOf({ ...number, lines, droppedLines: 2 })).toMatchObject({
    content: '76127\n\nConsole:\ncounting\n[warn] slow\n… 2 more lines were left out. Print less.',
    data: { value: 76127, console: ['counting', '[warn] slow'] },
  })
})

test('a program without a value says how to get one', async () => {
  const outcome: SandboxOutcome = { kind: 'returned', value: { text: 'undefined', type: 'undefined', cut: false }, ...nothing }
  expect(await outputOf(outcome)).toMatchObject({ content: 'undefined. To see a value, end the program with an expression.' })
  expect(await outputOf({ ...outcome, lines: [{ level: 'log', text: 'hi' }] })).toMatchObject({ content: 'Console:\nhi' })
})

test('an error is an error, with its place', async () => {
  const error = { name: 'TypeError', message: 'x is not a function', line: 2, column: 5, codeFrame: '> 2 | x()\n    | ^' }
  expect(await outputOf({ kind: 'threw', error, ...nothing })).toMatchObject({
    outcome: 'error',
    content: 'TypeError: x is not a function (line 2, column 5)\n\n> 2 | x()\n    | ^',
  })
})

test('a program that ran out of time is an error, one that was stopped is cancelled, both with what they printed', async () => {
  const lines = [{ level: 'log', text: 'half' }] as const
  expect(await outputOf({ kind: 'stopped', why: 'timeout', message: 'Too slow.', ...nothing, lines })).toMatchObject({
    outcome: 'error',
    content: 'Too slow.\n\nConsole:\nhalf',
  })
  expect(await outputOf({ kind: 'stopped', why: 'cancelled', message: 'Stopped.', ...nothing })).toMatchObject({
    outcome: 'cancelled',
  })
})

test('a value too long for a model is cut, with how to get the rest, and not sent as data', async () => {
  const text = 'x'.repeat(40_000)
  const output = await outputOf({ kind: 'returned', value: { text, json: text, type: 'string', cut: false }, ...nothing })
  expect(output.content.length).toBeLessThan(31_000)
  expect(output.content).toContain('Return a smaller part')
  expect(output).not.toHaveProperty('data')
})

test('the model is not promised what the sandbox has not', () => {
  const { description } = createBrowserJsEval(sandboxOf(number)).spec
  expect(description).not.toMatch(/browser APIs|browser environment/i)
  for (const missing of ['apart from the page the user sees', 'without storage', 'without files or network'])
    expect(description).toContain(missing)
})

test('running code is its effect, and a named host is one more', () => {
  const tool = createBrowserJsEval({ ...sandboxOf(number), network: { hosts: ['api.example.com'] } })
  expect(tool.effects({ code: '1' })).toEqual([{ kind: 'run-code' }])
  expect(tool.effects({ code: '1', network_host: 'api.example.com' })).toEqual([
    { kind: 'run-code' },
    { kind: 'network', host: 'api.example.com' },
  ])
})

test('a program with files is judged as one that may touch all of them', () => {
  const files = { read: async () => '', write: async () => undefined, list: async () => [], delete: async () => undefined }
  const tool = createBrowserJsEval({ ...sandboxOf(number), files: () => files })
  expect(tool.effects({ code: '1', use_files: true }).map((effect) => effect.kind)).toEqual([
    'run-code',
    'read-files',
    'write-files',
    'delete-files',
  ])
})

test('the person reads one sentence and sees the code', async () => {
  const tool = createBrowserJsEval({ ...sandboxOf(number), network: { hosts: ['x.example'] } })
  expect(await tool.preview({ code: 'a\nb\n' })).toEqual({
    sentence: {
      message: 'Run 2 lines of JavaScript in the sandbox',
      words: { id: 'preview.run', values: { count: 2 } },
    },
    view: { kind: 'code', language: 'javascript', text: 'a\nb\n' },
  })
  expect(await tool.preview({ code: 'a', network_host: 'x.example', timeout_ms: 500 })).toMatchObject({
    sentence: { message: 'Run 1 line of JavaScript in the sandbox, with access to x.example, for at most 0.5 s' },
  })
})

test('capabilities that the page does not offer cannot be asked for', () => {
  const plain = createBrowserJsEval(sandboxOf(number))
  expect(plain.spec.parameters).toMatchObject({ required: ['code'] })
  expect(plain.check({ code: '1', use_files: true })).toMatchObject({
    kind: 'invalid',
    problem: expect.stringContaining('use_files'),
  })
  expect(plain.check({ code: '1', network_host: 'x.example' })).toMatchObject({ kind: 'invalid' })
  expect(plain.check({ code: '' })).toMatchObject({ kind: 'invalid' })
  expect(plain.check({ code: '1', timeout_ms: 1e9 })).toMatchObject({ kind: 'invalid' })
})

test('capabilities are granted only to the call that asked, in a world of its own', async () => {
  const { sandbox, programs } = sandboxOf(number)
  const files = { read: async () => '', write: async () => undefined, list: async () => [], delete: async () => undefined }
  const tool = createBrowserJsEval({
    sandbox,
    files: () => files,
    network: { hosts: ['api.example.com'] },
    session: () => 'kept',
  })
  await tool.run({ code: '1' }, context)
  await tool.run({ code: '2', use_files: true, network_host: 'api.example.com', timeout_ms: 50 }, context)
  expect(programs[0]).toMatchObject({ code: '1', session: 'kept', capabilities: {} })
  expect(programs[1]).not.toHaveProperty('session')
  expect(programs[1]).toMatchObject({ limits: { timeoutMs: 50 }, capabilities: { files, network: { host: 'api.example.com' } } })
})
