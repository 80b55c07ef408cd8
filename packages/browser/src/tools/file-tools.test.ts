import { describe, expect, it } from 'vitest'
import type { By, FileSystem } from '../files/file-system.ts'
import { createMemoryFiles } from '../files/memory-files.ts'
import { toPath } from '../files/path.ts'
import { createExecutor } from './executor.ts'
import { createFileTools } from './file-tools.ts'
import type { Language, ToolContext } from './tool.ts'

const user: By = { actor: 'user' }

export function context(callId = 'call-1', language: Language = 'en'): ToolContext {
  return {
    callId,
    language,
    onProgress: () => {},
    human: () => Promise.reject(new Error('nobody is asked')),
    signal: new AbortController().signal,
  }
}

function createBench() {
  const files: FileSystem = createMemoryFiles()
  const executor = createExecutor(createFileTools(files))
  let calls = 0
  const call = async (name: string, input: Record<string, string | number | boolean>) => {
    const id = `call-${++calls}`
    const result = await executor.execute({ type: 'tool-call', id, name, input }, context(id))
    const [part] = result.content
    return { outcome: result.outcome, text: part?.type === 'text' ? part.text : '', data: result.data }
  }
  const preview = (name: string, input: Record<string, string | number | boolean>, language: Language = 'en') => {
    const tool = executor.find(name)
    const checked = tool?.check(input)
    if (tool === undefined || checked?.kind !== 'valid') throw new Error('not a valid call')
    return tool.preview(checked.value, language)
  }
  return { files, executor, call, preview }
}

describe('file tools', () => {
  it('are taught to the model with every parameter described', () => {
    const { executor } = createBench()
    for (const spec of executor.specs) {
      expect(spec.description).not.toBe('')
      const properties = spec.parameters['properties'] as Record<string, { description?: string }>
      for (const property of Object.values(properties)) expect(property.description).toBeTruthy()
    }
    expect(executor.specs.find((spec) => spec.name === 'list_directory')?.parameters).toEqual({
      type: 'object',
      properties: { path: { type: 'string', default: '/', description: "The directory path to list. Defaults to root '/'." } },
    })
  })

  it('list names as data, folders marked', async () => {
    const { call } = createBench()
    expect(await call('list_directory', {})).toEqual({ outcome: 'ok', text: '[]', data: [] })
    await call('write_file', { path: '/src/App.tsx', content: 'x' })
    await call('write_file', { path: '/index.html', content: 'x' })
    expect(await call('list_directory', { path: '/' })).toEqual({
      outcome: 'ok',
      text: '["index.html","src/"]',
      data: ['index.html', 'src/'],
    })
    expect(await call('list_directory', { path: '/src/' })).toMatchObject({ data: ['App.tsx'] })
  })

  it('write with the call as author, and answer Success', async () => {
    const { call, files } = createBench()
    expect(await call('write_file', { path: '/src/Button.tsx', content: 'é' })).toMatchObject({
      outcome: 'ok',
      text: 'Success. 2 bytes written to /src/Button.tsx.',
    })
    expect((await files.read(toPath('/src/Button.tsx'), user)).entry.by).toEqual({ actor: 'model', call: 'call-1' })
  })

  it('tell the model what was refused instead of throwing', async () => {
    const { call } = createBench()
    await call('write_file', { path: '/a', content: '1' })
    expect(await call('read_file', { path: '/none' })).toMatchObject({
      outcome: 'error',
      text: '/none does not exist. List the folder to see what is there.',
    })
    expect(await call('read_file', { path: 'a' })).toMatchObject({
      outcome: 'error',
      text: expect.stringContaining('Write it from the root: /a'),
    })
    expect(await call('read_file', { path: '/a/' })).toMatchObject({
      outcome: 'error',
      text: expect.stringContaining('ends in a slash'),
    })
    expect(await call('write_file', { path: '/b/', content: '' })).toMatchObject({
      outcome: 'error',
      text: expect.stringContaining('names a folder'),
    })
    expect(await call('write_file', { path: '/a/b', content: '' })).toMatchObject({
      outcome: 'error',
      text: expect.stringContaining('/a is a file, not a folder'),
    })
    expect(await call('write_file', { path: '/a\u0000', content: '' })).toMatchObject({ outcome: 'error' })
  })

  it('resolve a path before policy, preview and tool see it', () => {
    const { executor } = createBench()
    const tool = executor.find('write_file')!
    const checked = tool.check({ path: '/src/../../secret/./x', content: '' })
    expect(checked).toEqual({ kind: 'valid', value: { path: '/secret/x', content: '' } })
    expect(checked.kind === 'valid' && tool.effects(checked.value)).toEqual([{ kind: 'write-files', path: '/secret/x' }])
  })

  it('show a new file and a changed file before they are written', async () => {
    const { call, preview } = createBench()
    expect(await preview('write_file', { path: '/a.md', content: 'one\ntwo\n' })).toEqual({
      sentence: 'Create /a.md (new file, 2 lines)',
      view: { kind: 'diff', path: '/a.md', before: undefined, after: 'one\ntwo\n' },
    })
    await call('write_file', { path: '/a.md', content: 'one\ntwo\n' })
    expect(await preview('write_file', { path: '/a.md', content: 'one\n2\n3\n' }, 'zh')).toEqual({
      sentence: '覆盖 /a.md（+2 −1）',
      view: { kind: 'diff', path: '/a.md', before: 'one\ntwo\n', after: 'one\n2\n3\n' },
    })
    expect((await preview('write_file', { path: '/', content: '' })).sentence).toContain('This would fail: / names a folder.')
  })

  it('do not let the model overwrite what a person changed after the model read it', async () => {
    const { call, files } = createBench()
    await call('write_file', { path: '/a', content: 'model' })
    await files.write(toPath('/a'), 'person', user)
    expect(await call('write_file', { path: '/a', content: 'model again' })).toMatchObject({
      outcome: 'error',
      text: 'The user changed /a after you read it. Nothing was written. Read it again and repeat your change on what it says now.',
    })
    expect(await call('read_file', { path: '/a' })).toMatchObject({ text: 'person' })
    expect(await call('write_file', { path: '/a', content: 'model again' })).toMatchObject({ outcome: 'ok' })
  })
})

describe('read_file', () => {
  const write = async (text: string | Uint8Array<ArrayBuffer>) => {
    const bench = createBench()
    await bench.files.write(toPath('/f'), text, user)
    return (input: Record<string, number> = {}) => bench.call('read_file', { path: '/f', ...input })
  }

  it('gives a whole file exactly', async () => {
    const text = '\ufeffline\r\nline\n\n'
    expect((await (await write(text))()).text).toBe(text)
  })

  it('gives a range of lines', async () => {
    const read = await write('1\n2\n3\n4')
    expect((await read({ start_line: 2, end_line: 3 })).text).toBe('2\n3\n')
    expect((await read({ start_line: 4 })).text).toBe('4')
    expect((await read({ start_line: 9 })).text).toBe('[There is nothing there: the file has 4 lines and 7 characters.]')
  })

  it('cuts a long file between lines and says how to go on, until everything was read', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`)
    const read = await write(lines.join(''))
    let whole = ''
    let next: Record<string, number> = {}
    for (let rounds = 0; rounds < 20; rounds++) {
      const { text } = await read(next)
      const note = /\[\d+ more characters follow\. Read on with start_line: (\d+)\.\]$/.exec(text)
      whole += note === null ? text : text.slice(0, note.index)
      if (note === null) break
      next = { start_line: Number(note[1]) }
    }
    expect(whole).toBe(lines.join(''))
  })

  it('cuts a long line without cutting a character', async () => {
    const line = `x${'👩'.repeat(30_000)}`
    const read = await write(line)
    const first = (await read()).text
    const note = /\n\[\d+ more characters follow\. Read on with start_character: (\d+)\.\]$/.exec(first)
    expect(first.isWellFormed()).toBe(true)
    const second = (await read({ start_character: Number(note?.[1]) })).text
    expect(first.slice(0, note?.index) + second).toBe(line)
  })

  it('says that a file is empty, or not text', async () => {
    expect((await (await write(''))()).text).toBe('[/f is empty.]')
    expect(await (await write(Uint8Array.of(0, 255, 1)))()).toMatchObject({
      outcome: 'error',
      text: '/f is not a text file (3 bytes), so it cannot be read as text.',
    })
  })
})
