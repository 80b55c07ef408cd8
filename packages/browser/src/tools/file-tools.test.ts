import { describe, expect, it } from 'vitest'
import type { By, FileSystem } from '../files/file-system.ts'
import { createMemoryFiles } from '../files/memory-files.ts'
import { toPath } from '../files/path.ts'
import { createExecutor } from './executor.ts'
import { createFileTools } from './file-tools.ts'
import type { SearchFilesOptions } from './search-files.ts'
import type { ToolContext } from './tool.ts'

const user: By = { actor: 'user' }

export function context(callId = 'call-1', language = 'en'): ToolContext {
  return {
    callId,
    language,
    onProgress: () => {},
    human: () => Promise.reject(new Error('nobody is asked')),
    signal: new AbortController().signal,
  }
}

function createBench(options: SearchFilesOptions = {}) {
  const files: FileSystem = createMemoryFiles()
  const executor = createExecutor(createFileTools(files, options))
  let calls = 0
  const call = async (name: string, input: Record<string, string | number | boolean>) => {
    const id = `call-${++calls}`
    const result = await executor.execute({ type: 'tool-call', id, name, input }, context(id))
    const [part] = result.content
    return { outcome: result.outcome, text: part?.type === 'text' ? part.text : '', data: result.data }
  }
  const preview = async (name: string, input: Record<string, string | number | boolean>) => {
    const tool = executor.find(name)
    const checked = tool?.check(input)
    if (tool === undefined || checked?.kind !== 'valid') throw new Error('not a valid call')
    const { sentence, ...drawn } = await tool.preview(checked.value)
    return { ...drawn, sentence: typeof sentence === 'string' ? sentence : sentence.message }
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

  it('look at the root when no path is named, and say so where they are taught', async () => {
    const { call, executor, preview } = createBench()
    await call('write_file', { path: '/notes/a.md', content: 'needle' })
    expect(await call('list_directory', {})).toMatchObject({ outcome: 'ok', data: ['notes/'] })
    expect(await call('search_files', { text: 'needle' })).toMatchObject({ outcome: 'ok', text: '/notes/a.md:1: needle' })
    for (const name of ['list_directory', 'search_files']) {
      const tool = executor.find(name)!
      expect(tool.spec.parameters).toMatchObject({ properties: { path: { default: '/' } } })
      expect(tool.spec.parameters['required'] ?? []).not.toContain('path')
      const checked = tool.check({})
      expect(checked.kind === 'valid' && tool.effects(checked.value)).toEqual([{ kind: 'read-files', path: '/' }])
      expect((await preview(name, {})).sentence).toContain('/')
    }
  })

  it('say one byte, one file and one line as one', async () => {
    const { call, files, preview } = createBench()
    expect(await call('write_file', { path: '/one/a', content: 'x' })).toMatchObject({
      text: 'Success. 1 byte written to /one/a.',
    })
    expect(await call('edit_file', { path: '/one/a', old_text: 'x', new_text: 'y' })).toMatchObject({
      text: 'Success. 1 change made in /one/a (1 byte).',
    })
    expect((await preview('delete_file', { path: '/one/a' })).sentence).toBe('Delete /one/a (1 byte)')
    expect((await preview('delete_file', { path: '/one' })).sentence).toBe('Delete the folder /one with 1 file (1 byte)')
    expect((await preview('move_file', { from: '/one', to: '/two' })).sentence).toBe('Move /one with 1 file to /two')
    await files.write(toPath('/raw'), new Uint8Array([0]), user)
    expect(await call('read_file', { path: '/raw' })).toMatchObject({ text: expect.stringContaining('(1 byte)') })
    expect(await call('read_file', { path: '/one/a', start_line: 9 })).toMatchObject({
      text: '[There is nothing there: the file has 1 line and 1 character.]',
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
    expect(await preview('write_file', { path: '/a.md', content: 'one\n2\n3\n' })).toEqual({
      sentence: 'Overwrite /a.md (+2 −1)',
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

const fileWith = async (text: string | Uint8Array<ArrayBuffer>) => {
  const bench = createBench()
  await bench.files.write(toPath('/f'), text, user)
  return (input: Record<string, number> = {}) => bench.call('read_file', { path: '/f', ...input })
}

describe('read_file', () => {
  it('gives a whole file exactly', async () => {
    const text = '\ufeffline\r\nline\n\n'
    expect((await (await fileWith(text))()).text).toBe(text)
  })

  it('gives a range of lines', async () => {
    const read = await fileWith('1\n2\n3\n4')
    expect((await read({ start_line: 2, end_line: 3 })).text).toBe('2\n3\n')
    expect((await read({ start_line: 4 })).text).toBe('4')
    expect((await read({ start_line: 9 })).text).toBe('[There is nothing there: the file has 4 lines and 7 characters.]')
  })

  it('cuts a long file between lines and says how to go on, until everything was read', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`)
    const read = await fileWith(lines.join(''))
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
    const read = await fileWith(line)
    const first = (await read()).text
    const note = /\n\[\d+ more characters follow\. Read on with start_character: (\d+)\.\]$/.exec(first)
    expect(first.isWellFormed()).toBe(true)
    const second = (await read({ start_character: Number(note?.[1]) })).text
    expect(first.slice(0, note?.index) + second).toBe(line)
  })

  it('says that a file is empty, or not text', async () => {
    expect((await (await fileWith(''))()).text).toBe('[/f is empty.]')
    expect(await (await fileWith(Uint8Array.of(0, 255, 1)))()).toMatchObject({
      outcome: 'error',
      text: '/f is not a text file (3 bytes), so it cannot be read as text.',
    })
  })
})

const edit = async (before: string, input: Record<string, string | boolean>) => {
  const bench = createBench()
  await bench.files.write(toPath('/f'), before, user)
  const preview = await bench.preview('edit_file', { path: '/f', ...input })
  const result = await bench.call('edit_file', { path: '/f', ...input })
  return {
    ...result,
    preview,
    after: (await bench.files.read(toPath('/f'), user)).data,
    versions: await bench.files.history.now(),
  }
}

describe('edit_file', () => {
  it('replaces an exact piece and shows it before', async () => {
    const { after, text, preview } = await edit('one\ntwo\nthree\n', { old_text: 'two', new_text: '2' })
    expect(after).toBe('one\n2\nthree\n')
    expect(text).toBe('Success. 1 change made in /f (12 bytes).')
    expect(preview).toMatchObject({
      sentence: 'Overwrite /f (+1 −1)',
      view: { kind: 'diff', before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\n' },
    })
  })

  it('takes the replacement literally, also with dollar signs', async () => {
    expect((await edit('a b', { old_text: 'b', new_text: "$& $1 $' $$" })).after).toBe("a $& $1 $' $$")
  })

  it.each([
    [
      { old_text: 'nine', new_text: '9' },
      'old_text was not found in the file. Read the file again and use what it says now. Nothing was changed.',
    ],
    [{ old_text: 'x  =  1', new_text: '' }, 'Line 1 is the same except for spaces: copy it exactly.'],
    [{ old_text: 'x', new_text: 'y' }, 'old_text was found 3 times, at lines 1, 2, 3.'],
    [{ old_text: '', new_text: 'y' }, 'old_text is empty.'],
    [{ old_text: 'x = 1', new_text: 'x = 1' }, 'are the same'],
    [{ old_text: 'x = 1' }, 'Give old_text and new_text, or a patch.'],
    [{ old_text: 'x = 1', new_text: '', patch: '@@ -1 +1 @@' }, 'not both'],
    [{ patch: 'nonsense' }, 'The patch could not be read.'],
    [{ patch: '--- a\n+++ b\n@@ -1 +1 @@\n-nothing like it\n+new\n' }, 'Part 1 of the patch does not fit near line 1.'],
    [{ patch: '--- a\n+++ b\n@@ -1 +1 @@\n-x = 1\n+x\n--- c\n+++ d\n@@ -1 +1 @@\n-x\n+y\n' }, 'more than one file'],
  ])('reports a conflict and changes nothing: %j', async (input, problem) => {
    const before = 'x = 1\nx = 2\nx = 3\n'
    const { outcome, text, after, preview, versions } = await edit(before, input)
    expect({ outcome, after, versions }).toEqual({ outcome: 'error', after: before, versions: 1 })
    expect(text).toContain(problem)
    expect(preview.sentence).toContain('This would fail: ')
  })

  it('replaces every occurrence when asked to', async () => {
    expect((await edit('x x', { old_text: 'x', new_text: 'y', replace_all: true })).after).toBe('y y')
  })

  it('finds lines that end the Windows way', async () => {
    expect((await edit('a\r\nb\r\nc', { old_text: 'a\nb', new_text: 'A\nB' })).after).toBe('A\r\nB\r\nc')
  })

  it('applies a patch', async () => {
    const patch = '--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n'
    expect((await edit('one\ntwo\nthree\n', { patch })).after).toBe('one\n2\nthree\n')
  })
})

const createForest = async () => {
  const bench = createBench()
  const texts: Record<string, string> = {
    '/src/App.tsx': 'import x\nconst Title = 1\n',
    '/src/deep/util.ts': 'title\n',
    '/notes/a.md': 'Title\nTITLE\n',
    '/top.js': 'first\nsecond\n',
  }
  for (const [path, text] of Object.entries(texts)) await bench.files.write(toPath(path), text, user)
  return (input: Record<string, string | boolean>) => bench.call('search_files', input)
}

describe('search_files', () => {
  it('finds lines that contain a text', async () => {
    const search = await createForest()
    expect((await search({ text: 'Title' })).text).toBe('/notes/a.md:1: Title\n/src/App.tsx:2: const Title = 1')
    expect((await search({ text: 'title', ignore_case: true, path: '/notes' })).text).toBe(
      '/notes/a.md:1: Title\n/notes/a.md:2: TITLE',
    )
    expect((await search({ text: 'first\nsecond' })).text).toBe('/top.js:1: first')
    expect((await search({ text: '.*' })).text).toBe('No line contains this text.')
  })

  it('leaves folders out that stand apart, says so, and searches them where they are named', async () => {
    const { files, call } = createBench({ apart: [toPath('/shared')] })
    await files.write(toPath('/mine'), 'word', user)
    await files.write(toPath('/shared/ours'), 'word', user)
    const note = '[Not searched: /shared. Search there by naming it as the path.]'
    expect((await call('search_files', { text: 'word' })).text).toBe(`/mine:1: word\n${note}`)
    expect((await call('search_files', { glob: 'none' })).text).toBe(`No file matches.\n${note}`)
    expect((await call('search_files', { text: 'word', path: '/shared' })).text).toBe('/shared/ours:1: word')
  })

  it('finds files by name', async () => {
    const search = await createForest()
    expect((await search({ glob: '*.{ts,tsx}' })).data).toEqual(['/src/App.tsx', '/src/deep/util.ts'])
    expect((await search({ glob: 'src/*' })).data).toEqual(['/src/App.tsx'])
    expect((await search({ glob: '/src/**' })).data).toEqual(['/src/App.tsx', '/src/deep/util.ts'])
    expect((await search({ glob: '*.ts', path: '/src/deep' })).data).toEqual(['/src/deep/util.ts'])
    expect(await search({ glob: '*.rs' })).toMatchObject({ outcome: 'ok', text: 'No file matches.' })
    expect(await search({ glob: '{a,b}'.repeat(30) })).toMatchObject({ text: 'No file matches.' })
  })

  it('shows a long line around the match, and only so many lines', async () => {
    const bench = createBench()
    await bench.files.write(toPath('/long'), `${'x'.repeat(5000)}needle${'y'.repeat(5000)}`, user)
    await bench.files.write(toPath('/many'), 'hay\n'.repeat(500), user)
    expect((await bench.call('search_files', { text: 'needle' })).text).toMatch(/^\/long:1: …x+needley+…$/)
    const many = (await bench.call('search_files', { text: 'hay' })).text
    expect(many.split('\n').length).toBe(201)
    expect(many).toContain('[More than 200 lines match.')
  })
})

const createTree = async () => {
  const bench = createBench()
  for (const path of ['/a/x.txt', '/a/b/y.txt', '/c/z.txt']) await bench.files.write(toPath(path), 'text\n', user)
  return {
    ...bench,
    paths: async () =>
      (await bench.files.tree(toPath('/'), user)).filter((entry) => entry.type === 'file').map((entry) => entry.path),
  }
}

describe('move_file and delete_file', () => {
  it('move a file to a new name, into a folder, or a whole folder', async () => {
    const { call, preview, paths } = await createTree()
    expect((await preview('move_file', { from: '/a', to: '/c' })).sentence).toBe('Move /a with 2 files to /c/a')
    expect((await call('move_file', { from: '/a/x.txt', to: '/a/renamed.txt' })).text).toBe(
      'Success. /a/x.txt is now /a/renamed.txt.',
    )
    expect((await call('move_file', { from: '/a', to: '/c' })).text).toBe('Success. /a is now /c/a.')
    expect((await call('move_file', { from: '/c/z.txt', to: '/new/' })).text).toBe('Success. /c/z.txt is now /new/z.txt.')
    expect(await paths()).toEqual(['/c/a/renamed.txt', '/c/a/b/y.txt', '/new/z.txt'])
  })

  it('refuse to replace, to lose, or to take a file for a folder', async () => {
    const { call, preview, paths } = await createTree()
    expect(await call('move_file', { from: '/a/x.txt', to: '/c/z.txt' })).toMatchObject({
      outcome: 'error',
      text: expect.stringContaining('exists already'),
    })
    expect(await call('move_file', { from: '/a', to: '/a/b/d' })).toMatchObject({
      outcome: 'error',
      text: expect.stringContaining('lies inside'),
    })
    expect(await call('delete_file', { path: '/a' })).toMatchObject({
      outcome: 'error',
      text: expect.stringContaining('is not empty'),
    })
    expect(await call('delete_file', { path: '/a/x.txt/' })).toMatchObject({
      outcome: 'error',
      text: expect.stringContaining('Leave the slash'),
    })
    expect(await call('delete_file', { path: '/', recursive: true })).toMatchObject({ outcome: 'error' })
    expect((await preview('delete_file', { path: '/none' })).sentence).toContain('This would fail: /none does not exist.')
    expect((await paths()).length).toBe(3)
  })

  it('delete and say what would go', async () => {
    const { call, preview, paths } = await createTree()
    expect((await preview('delete_file', { path: '/a', recursive: true })).sentence).toBe(
      'Delete the folder /a with 2 files (10 bytes)',
    )
    expect(await preview('delete_file', { path: '/c/z.txt' })).toEqual({
      sentence: 'Delete /c/z.txt (5 bytes)',
      view: { kind: 'diff', path: '/c/z.txt', before: 'text\n', after: '' },
    })
    await call('delete_file', { path: '/a', recursive: true })
    expect(await paths()).toEqual(['/c/z.txt'])
  })

  it('say what they touch, so that a rule can tell a move from a read', async () => {
    const { executor } = await createTree()
    expect(executor.find('move_file')?.effects({ from: '/a', to: '/b/' })).toEqual([
      { kind: 'delete-files', path: '/a', whole: true },
      { kind: 'write-files', path: '/b' },
    ])
    expect(executor.find('delete_file')?.effects({ path: '/a', recursive: true })).toEqual([
      { kind: 'delete-files', path: '/a', whole: true },
    ])
    expect(executor.find('delete_file')?.effects({ path: '/a' })).toEqual([{ kind: 'delete-files', path: '/a' }])
    expect(executor.find('edit_file')?.effects({ path: '/a' })).toEqual([{ kind: 'write-files', path: '/a' }])
    expect(executor.find('search_files')?.effects({ path: '/' })).toEqual([{ kind: 'read-files', path: '/' }])
  })
})
