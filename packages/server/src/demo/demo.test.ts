import { collectMessage, dialects, type Message, type ToolCall, type ToolResult } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { PAGE_TOOLS, play, type RunTool, respond } from '../testing/play.ts'

const app = createApp(readConfig({ env: { PARLEY_DEMO_PACE: '0', PARLEY_DISCOVER: 'no' } }))
const says = (text: string, data?: number) => ({
  content: [{ type: 'text' as const, text }],
  ...(data !== undefined && { data }),
})

const words = (call: ToolCall, key: string): string => {
  const value = call.input[key]
  return typeof value === 'string' ? value : ''
}

/** Runs the code the demo wrote, so that the number in the answer can only come from it. */
const evaluate: RunTool = (call) => {
  // oxlint-disable-next-line no-eval -- a program of our own, in a test
  const value: unknown = (0, eval)(words(call, 'code'))
  return typeof value === 'number' ? says(String(value), value) : says(String(value))
}

const APP = 'export default function App() {\n  return <h1 className="t">Old &amp; "tired" {1 < 2}</h1>\n}\n'

function workspace(files: Record<string, string>): RunTool {
  return (call) => {
    const path = words(call, 'path')
    if (call.name === 'list_directory')
      return says(
        Object.keys(files)
          .map((file) => file.replace(/^.*\//, ''))
          .join('\n'),
      )
    if (call.name === 'read_file') return says(files[path] ?? 'Error: no such file')
    files[path] = words(call, 'content')
    return says('Success')
  }
}

const ways = [...dialects.map(({ id }) => id), 'native']

describe.each(['demo-scripted', 'demo-scripted:1'])('%s', (model) => {
  describe.each(ways)('speaking %s', (dialect) => {
    test.each([
      ['Sum all primes below 1000', 'Done. The sum of all primes below 1000 is 76127.'],
      ['计算 1000 以内的所有素数之和。', '计算完成。1000 以内的所有素数之和为 76127。'],
    ])('%s', async (question, answer) => {
      const played = await play(app, question, { model, dialect, run: evaluate })
      expect(played.calls.map(({ name }) => name)).toEqual(['browser_js_eval'])
      expect(played.answer.trim()).toBe(answer)
    })

    test.each(['Create a simple React component Button.tsx', '帮我创建一个简单的 React 组件 Button.tsx。'])(
      '%s',
      async (question) => {
        const files: Record<string, string> = {}
        const played = await play(app, question, { model, dialect, run: workspace(files) })
        expect(files['/src/Button.tsx']).toContain('export function Button(')
        expect(played.answer).toContain('/src/Button.tsx')
      },
    )

    test.each(["Look what is in src and change App.tsx's title", '看看 src 目录下有什么，帮我把 App.tsx 的标题改一下。'])(
      '%s',
      async (question) => {
        const files = { '/src/App.tsx': APP, '/src/index.tsx': '' }
        const played = await play(app, question, { model, dialect, run: workspace(files) })
        expect(played.calls.map(({ name }) => name)).toEqual(['list_directory', 'read_file', 'write_file'])
        const title = question.startsWith('Look') ? 'Hello from Parley' : '你好，Parley'
        expect(files['/src/App.tsx'].trimEnd()).toBe(APP.replace(/>Old[^/]*</, `>${title}<`).trimEnd())
        expect(played.answer).toContain(title)
      },
    )
  })
})

test('the answer repeats what the tool returned, even when that is wrong', async () => {
  const played = await play(app, 'Sum all primes below 1000', { run: () => says('12', 12) })
  expect(played.answer).toContain('is 12.')
})

test.each(['native', 'json-strict'])('a tool that is not there is named, and nothing is called (%s)', async (dialect) => {
  for (const tools of [[], PAGE_TOOLS.slice(1)]) {
    const played = await play(app, 'Sum all primes below 1000', { dialect, tools, run: evaluate })
    expect(played.calls).toEqual([])
    expect(played.answer).toMatch(/the tool browser_js_eval, and it is not switched on/)
  }
})

const medianSaid: RunTool = () => says('{"value":5.5,"console":["mean 5.75"]}')

test.each(['native', 'json-strict'])(
  'Python is written where it is switched on, and its value is the answer (%s)',
  async (dialect) => {
    const properties = { code: { type: 'string' } }
    const python = {
      name: 'browser_python_eval',
      description: 'Runs Python.',
      parameters: { type: 'object', properties, required: ['code'] },
    }
    const question = 'Use Python to find the median of 3, 9, 4 and 7'
    const played = await play(app, question, { dialect, tools: [...PAGE_TOOLS, python], run: medianSaid })
    expect(played.calls.map(({ name }) => name)).toEqual(['browser_python_eval'])
    expect(JSON.stringify(played.calls)).toContain('values = [3, 9, 4, 7]')
    expect(played.answer).toContain('the median is 5.5.')
    expect((await play(app, question, { dialect, run: medianSaid })).answer).toMatch(
      /browser_python_eval, and it is not switched on/,
    )
  },
)

test.each(['native', 'json-strict'])('a workspace without the file is told as it is (%s)', async (dialect) => {
  const played = await play(app, "Look what is in src and change App.tsx's title", { dialect, run: workspace({}) })
  expect(played.answer).toContain('There is no App.tsx in /src')
})

test('the same change is made file by file, or by one program where only programs are offered', async () => {
  const files: Record<string, string> = { '/w/a.md': 'TODO' }
  const question = 'Change TODO to DONE in every file of /w'
  const spec = { name: 'edit_file', description: 'Edits.', parameters: { type: 'object' } }
  const plain = await play(app, question, { tools: [...PAGE_TOOLS, spec], run: workspace(files) })
  expect(plain.calls.map(({ name }) => name)).toEqual(['list_directory', 'read_file', 'edit_file'])
  expect(plain.answer).toContain('in 1 of the files in /w')
  const program = await play(app, question, { tools: PAGE_TOOLS.slice(0, 1), run: () => says('2', 2) })
  expect(program.calls.map(({ name }) => name)).toEqual(['browser_js_eval'])
  expect(words(program.calls[0]!, 'code')).toContain('await tools.edit_file(')
  expect(program.answer).toContain('in 2 of the files in /w')
})

test('a declined call and a failed one end the matter with a sentence', async () => {
  const denied = await play(app, 'Sum all primes below 10', { run: () => ({ ...says('not now'), outcome: 'denied' }) })
  expect(denied.answer).toMatch(/^You did not allow browser_js_eval, so I stop here. not now/)
  const failed = await play(app, 'Read /notes.txt', { run: () => ({ ...says('no such file'), outcome: 'error' }) })
  expect(failed.answer).toMatch(/read_file could not do it: no such file/)
})

test.each([
  ['What is the factorial of 5?', '5! = 120'],
  ['5 的阶乘是多少？', '5 的阶乘是 120。'],
  ['Show the first 8 Fibonacci numbers', '0,1,1,2,3,5,8,13'],
  ['求 3、5、10 的平均值', '平均值是 6。'],
  ['What is the average of 3, 5 and 10?', 'The average is 6.'],
  ['Calculate 12 * (34 + 5)', '12 * (34 + 5) = 468'],
  ['计算 12 * (34 + 5)', '12 * (34 + 5) = 468'],
  ['今天是几号？', '您的浏览器显示：'],
  ['How many primes are there? Sum the primes up to 7', 'up to 7 is 17.'],
])('%s', async (question, answer) => {
  expect((await play(app, question, { run: evaluate })).answer).toContain(answer)
})

test.each(['native', 'json-strict', 'hermes'])('files are written, extended, read and counted (%s)', async (dialect) => {
  const files: Record<string, string> = {}
  const run: RunTool = (call) => (call.name === 'browser_js_eval' ? evaluate(call) : workspace(files)(call))
  await play(app, 'Write "Hello, world" to /hello.txt', { dialect, run })
  await play(app, '在 /hello.txt 末尾追加“再来 一行”', { dialect, run })
  expect(files['/hello.txt']).toBe('Hello, world\n再来 一行\n')
  expect((await play(app, 'Count the words of hello.txt', { dialect, run })).answer).toContain('has 6 words')
  expect((await play(app, '读取 /hello.txt', { dialect, run })).answer).toContain('再来 一行')
  expect((await play(app, 'List the files in /', { dialect, run })).answer).toContain('hello.txt')
})

const tryToEvaluate: RunTool = (call) => {
  try {
    return evaluate(call)
  } catch (error) {
    return { ...says(String(error)), outcome: 'error' }
  }
}

test('a failing call is repaired from what the tool said', async () => {
  const played = await play(app, 'Show me a call that fails and its repair', { run: tryToEvaluate })
  expect(played.calls).toHaveLength(2)
  expect(played.answer).toContain('the result is 6')
})

test('any tool can be called by name with given arguments', async () => {
  const tools = [{ name: 'ask_color', description: '', parameters: { type: 'object' } }]
  const played = await play(app, 'Call the tool ask_color with {"options": ["red"]}', { tools, run: () => says('red') })
  expect(played.calls[0]?.input).toEqual({ options: ['red'] })
  expect(played.answer).toContain('ask_color answered: red')
})

test.each(['Who are you?', '你是谁？'])('anything else gets what it is and what it can show: %s', async (question) => {
  const { answer, calls } = await play(app, question, { run: evaluate })
  expect(answer).toMatch(/scripted demo without a language model|没有语言模型的脚本演示/)
  expect(calls).toEqual([])
})

test.each(['a', 'A', '1', 'a.', 'list '])('a question of a megabyte of "%s" is answered, and holds nobody up', async (piece) => {
  const { answer } = await play(app, piece.repeat(1024 * 1024), { model: 'demo-scripted', dialect: 'native', run: evaluate })
  expect(answer).toContain('try one of these')
})

test('a second question in the same conversation starts anew', async () => {
  const first = await play(app, 'Sum all primes below 10', { run: evaluate })
  const messages = [
    ...first.messages,
    { role: 'user' as const, id: 'u2', parts: [{ type: 'text' as const, text: 'What is the factorial of 3?' }] },
  ]
  const response = await app.request('/api/respond', {
    method: 'POST',
    body: JSON.stringify({ model: 'demo-scripted', messages, tools: PAGE_TOOLS }),
  })
  expect(await response.text()).toContain('I will multiply the numbers')
})

test('a conversation may change its dialect at every turn', async () => {
  const files = { '/src/App.tsx': APP }
  const run = workspace(files)
  const ids = ['hermes', 'native', 'canonical-xml', 'json-strict']
  const messages: Message[] = [
    { role: 'user', id: 'u', parts: [{ type: 'text', text: "Look what is in src and change App.tsx's title" }] },
  ]
  for (const dialect of ids) {
    const { message } = collectMessage(await respond(app, { model: 'demo-scripted', messages, tools: PAGE_TOOLS, dialect }))
    const calls = message.parts.filter((part) => part.type === 'tool-call')
    const results = calls.map(
      (call): ToolResult => ({ type: 'tool-result', callId: call.id, name: call.name, outcome: 'ok', ...run(call) }),
    )
    messages.push(message, ...(results.length > 0 ? [{ role: 'tool' as const, id: dialect, parts: results }] : []))
  }
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'tool',
    'assistant',
    'tool',
    'assistant',
  ])
  expect(files['/src/App.tsx']).toContain('Hello from Parley')
  expect(JSON.stringify(messages.at(-1))).toContain('I changed the title')
})
