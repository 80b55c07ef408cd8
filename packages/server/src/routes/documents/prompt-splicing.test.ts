import { describe, expect, test } from 'vitest'
import { askedMessages, assistant, callsIn, chat, says, startLab, strict, systemPrompt, user } from '../../testing/lab.ts'

startLab()

describe('001: tool definitions and context splicing', () => {
  const VFS = { enabledTools: ['vfs'] }

  test('list, read and write, one after the other, as the scenario goes', async () => {
    const steps = [
      ['call_A', 'list_directory', { path: '/src' }, '["App.tsx", "index.tsx"]'],
      ['call_B', 'read_file', { path: '/src/App.tsx' }, '"export default function App() { return <h1>Old</h1> }"'],
      ['call_C', 'write_file', { path: '/src/App.tsx', content: '<h1>New</h1>' }, '"Success"'],
    ] as const
    const history: object[] = [user('看看 src 目录下有什么，帮我把 App.tsx 的标题改一下。')]
    for (const [id, name, input, result] of steps) {
      const call = strict([id, name, input])
      says(call)
      expect(callsIn(await chat(history, VFS))).toMatchObject([{ type: `tool-${name}`, toolCallId: id, input }])
      history.push(assistant(call), user(`{"tool_call_result": {"toolCallId": "${id}", "result": ${result}}}`))
    }
    says("I've updated the title in App.tsx.")
    expect((await chat(history, VFS))['content']).toBe("I've updated the title in App.tsx.")
    expect(JSON.stringify(askedMessages())).not.toContain('\u200b')
  })

  test('the snapshot of its sixth section: the result comes as a message of the tool', async () => {
    says('Next.')
    const call = strict(['call_A', 'list_directory', { path: '/src' }])
    const result = { role: 'tool', tool_call_id: 'call_A', content: '["App.tsx", "index.tsx"]' }
    await chat([user('看看'), assistant(call), result], VFS)
    expect(askedMessages().at(-1)?.['content']).toContain('"toolCallId":"call_A"')
  })

  test('the prompt says what each offered tool returns, and that a path defaults to the root', async () => {
    says('…')
    await chat([user('hi')], VFS)
    const prompt = systemPrompt()
    for (const line of [
      '-> Returns string[]',
      '-> Returns the file content',
      '-> Returns "Success"',
      '**Directory Discovery**',
      '**Atomic Writes**',
      '**Pathing**',
    ])
      expect(prompt).toContain(line)
    expect(prompt).not.toContain('edit_file')
    expect(prompt).toContain('"default":"/"')
    expect(prompt).not.toContain('browser APIs')
    await chat([user('hi')], { enabledTools: ['read_file', 'browser_js'] })
    expect(systemPrompt()).not.toMatch(/list_directory|write_file/)
    expect(systemPrompt()).toContain('#### Available Tool: read_file')
  })

  test.each(['deepseek-r1', 'house-model'])('%s is told to plan in its thought and to call outside of it', async (model) => {
    const call = strict(['call_1', 'list_directory', { path: '/' }])
    says(`I might write\n${call}\nor not.</think>No need.`, `<think>Plan.</think>\n${call}`)
    const config = { ...VFS, model, toolParadigm: 'JSON_Strict' }
    const thought = await chat([user('go')], config)
    expect(systemPrompt()).toContain(
      'In your <thought> process, you should first plan which tools to call. Then, output the tool call in the standard format outside the thought block.',
    )
    expect(thought['finishReason']).toBe('stop')
    expect(callsIn(thought)).toMatchObject([
      { state: 'output-error', errorText: expect.stringContaining('inside the reasoning') },
    ])
    expect((await chat([user('go')], config))['finishReason']).toBe('tool-calls')
    says('…')
    await chat([user('go')], VFS)
    expect(systemPrompt()).not.toContain('<thought>')
  })
})
