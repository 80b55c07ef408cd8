import { expect, test } from 'vitest'
import type { Program, Sandbox, SandboxOutcome } from '../sandbox/sandbox.ts'
import type { ToolContext } from '../tools/tool.ts'
import { createBrowserPythonEval } from './browser-python-eval.ts'

const context: ToolContext = {
  callId: 'call_1',
  language: 'en',
  onProgress: () => undefined,
  human: async () => null,
  signal: new AbortController().signal,
}
const files = { read: async () => '', write: async () => undefined, list: async () => [], delete: async () => undefined }

function toolOf(outcome: Partial<SandboxOutcome>, more: object = {}) {
  const programs: Program[] = []
  const run = async (program: Program) => {
    programs.push(program)
    // Only what a test is about is given.
    return { lines: [], droppedLines: 0, elapsedMs: 1, ...outcome } as SandboxOutcome
  }
  const sandbox: Sandbox = { run, warmUp: async () => undefined, endSession: () => undefined, dispose: () => undefined }
  return { tool: createBrowserPythonEval({ sandbox, ...more }), programs }
}

test('the value comes back as data, and a program without one says how to get one', async () => {
  const { tool } = toolOf({ kind: 'returned', value: { text: '[1, 2]', json: [1, 2], type: 'list', cut: false } })
  expect(await tool.run({ code: '[1, 2]' }, context)).toMatchObject({ content: '[1, 2]', data: [1, 2] })
  const none = toolOf({ kind: 'returned', value: { text: 'None', json: null, type: 'NoneType', cut: false } })
  expect((await none.tool.run({ code: 'x = 1' }, context)).content).toBe(
    'None. To see a value, end the program with an expression.',
  )
})

test('an error has its place, the lines around it, and the way there', async () => {
  const error = {
    name: 'ZeroDivisionError',
    message: 'division by zero',
    line: 2,
    column: 10,
    codeFrame: '> 2 |',
    trace: 'Traceback…\n',
  }
  const { tool } = toolOf({ kind: 'threw', error })
  expect(await tool.run({ code: 'x' }, context)).toMatchObject({
    outcome: 'error',
    content: 'ZeroDivisionError: division by zero (line 2, column 10)\n\n> 2 |\n\nTraceback…',
  })
})

test('the card shows the code whole, in Python, with the files it names outside of comments and strings', async () => {
  const { tool } = toolOf({}, { files: () => files })
  const code = `# files.delete('/comment')
text = "files.read('/text')"
half = 7 // 2; data = files.read('/sales.csv')
"""files.write('/long')"""
files.write("/out.txt", data)`
  const preview = await tool.preview({ code, use_files: true })
  expect(preview.view).toEqual({ kind: 'code', language: 'python', text: code })
  expect(preview.mentions).toEqual([
    { kind: 'read-files', path: '/sales.csv' },
    { kind: 'write-files', path: '/out.txt' },
  ])
  expect(preview.sentence).toMatchObject({ message: 'Run 5 lines of Python in the sandbox, with the files of this conversation' })
})

test('files are asked for, and never together with a session', async () => {
  const { tool, programs } = toolOf(
    { kind: 'returned', value: { text: '1', type: 'int', cut: false } },
    { files: () => files, session: () => 's' },
  )
  expect(tool.effects({ code: '1' }).map(({ kind }) => kind)).toEqual(['run-code'])
  expect(tool.effects({ code: '1', use_files: true }).map(({ kind }) => kind)).toEqual([
    'run-code',
    'read-files',
    'write-files',
    'delete-files',
  ])
  await tool.run({ code: '1' }, context)
  await tool.run({ code: '1', use_files: true }, context)
  expect(programs.map(({ session, capabilities }) => [session, capabilities?.files !== undefined])).toEqual([
    ['s', false],
    [undefined, true],
  ])
  expect(toolOf({}).tool.check({ code: '1', use_files: true }).kind).toBe('invalid')
})
