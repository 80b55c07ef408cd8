import { createMemoryFiles, exportZip, ROOT, toPath } from '@parley/browser/files'
import { expect, it } from 'vitest'
import { readForeignFile } from './read-foreign-file.ts'

const claude = (name: string) => ({ uuid: name, name, chat_messages: [{ uuid: '1', sender: 'human', text: 'Soup?' }] })
const libreChat = (title: string) => ({
  conversationId: title,
  title,
  messages: [{ messageId: '1', isCreatedByUser: true, text: title }],
})

const YOU = { actor: 'user' } as const

async function packed(contents: Readonly<Record<string, unknown>>): Promise<Blob> {
  const files = createMemoryFiles()
  for (const [path, content] of Object.entries(contents)) await files.write(toPath(path), JSON.stringify(content), YOU)
  return await exportZip(files, { from: ROOT, by: YOU })
}

async function problemOf(file: Blob): Promise<string | false> {
  const answer = await readForeignFile(file)
  return answer.kind === 'invalid' && answer.problem.message
}

it('reads an archive as it was downloaded, in however many files, and a single file', async () => {
  const archive = await packed({
    '/export/user.json': { id: 1 },
    '/export/conversations-000.json': [claude('a'), { uuid: 'x', name: 'Empty', chat_messages: [] }],
    '/export/conversations-001.json': [claude('b')],
    '/export/shared_conversations.json': [claude('not ours')],
    '/export/chat.html': '<html>',
  })
  const both = [{ title: 'a' }, { title: 'b' }]
  expect(await readForeignFile(archive)).toMatchObject({ kind: 'valid', from: 'Claude', leftOut: 1, threads: both })
  const single = await packed({ '/a.json': libreChat('a'), '/b.json': libreChat('b'), '/settings.json': {} })
  expect(await readForeignFile(single)).toMatchObject({ kind: 'valid', from: 'LibreChat', threads: both })
  const alone = new Blob([JSON.stringify([claude('a')])])
  expect(await readForeignFile(alone)).toMatchObject({ kind: 'valid', from: 'Claude', threads: [{ title: 'a' }] })
})

it('says of an archive that is broken, or holds none, what is wrong', async () => {
  const whole = await packed({ '/conversations.json': [claude('a')] })
  expect(await problemOf(whole.slice(0, whole.size - 30))).toContain('not a whole zip archive')
  const bytes = new Uint8Array(await whole.arrayBuffer())
  bytes[60] = (bytes[60] ?? 0) ^ 255
  expect(await problemOf(new Blob([bytes]))).toContain('damaged')
  expect(await problemOf(await packed({ '/notes.txt': 'x' }))).toContain('no conversations of')
  expect(await problemOf(await packed({ '/conversations.json': [] }))).toContain('no conversations of')
})
