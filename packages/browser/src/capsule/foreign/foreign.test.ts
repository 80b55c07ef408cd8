import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryThreadStorage } from '../../storage/thread-storage.ts'
import { createKnown, importForeign } from './import-foreign.ts'
import { readForeign } from './read-foreign.ts'

const node = (parent: string | null, role: string, parts: unknown, more: object = {}) => ({
  parent,
  message: { author: { role }, create_time: 1_700_000_000.5, content: { content_type: 'text', parts }, ...more },
})

const chatGpt = [
  {
    title: 'Primes',
    create_time: 1_700_000_000,
    current_node: 'c2',
    is_archived: true,
    mapping: {
      root: { parent: null, message: null },
      s: node('root', 'system', ['You are ChatGPT.']),
      u: node('s', 'user', ['Sum them.', { content_type: 'image_asset_pointer' }], {
        content: { content_type: 'multimodal_text', parts: ['Sum them.', { content_type: 'image_asset_pointer' }] },
      }),
      a1: node('u', 'assistant', ['First answer.'], { metadata: { model_slug: 'gpt-4o' } }),
      a2: node('u', 'assistant', [], { content: { content_type: 'code', language: 'python', text: 'print(```)' } }),
      t: node('a2', 'tool', [], { content: { content_type: 'execution_output', text: '76127' } }),
      c: node('t', 'assistant', ['It is 76127.'], { metadata: { model_slug: 'gpt-4o' } }),
      h: node('c', 'user', ['hidden'], { metadata: { is_visually_hidden_from_conversation: true } }),
      c2: node('h', 'assistant', ['Anything else?']),
    },
  },
  { title: 'Empty', mapping: {} },
  'nonsense',
]

const claude = [
  {
    uuid: 'x',
    name: 'Notes',
    created_at: '2025-03-01T10:00:00Z',
    chat_messages: [
      {
        uuid: '1',
        sender: 'human',
        text: 'Read it.',
        content: [{ type: 'text', text: 'Read it.' }],
        created_at: '2025-03-01T10:00:00Z',
        attachments: [{ file_name: 'a.md', extracted_content: '# A' }],
      },
      {
        uuid: '2',
        sender: 'assistant',
        text: '',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'tool_use', name: 'view', input: { path: 'a.md' } },
          { type: 'tool_result', content: [{ type: 'text', text: '# A' }] },
          { type: 'text', text: 'It says A.' },
        ],
      },
      { uuid: '3', sender: 'human', text: 'Thanks.' },
    ],
  },
]

const libreChat = {
  conversationId: 'c',
  title: 'Soup',
  recursive: true,
  messages: [
    {
      messageId: '1',
      parentMessageId: '00000000-0000-0000-0000-000000000000',
      isCreatedByUser: true,
      text: 'Soup?',
      createdAt: '2025-03-01T10:00:00Z',
      children: [
        { messageId: '2', isCreatedByUser: false, sender: 'GPT', model: 'gpt-4o', text: 'Yes.', children: [] },
        {
          messageId: '3',
          isCreatedByUser: false,
          content: [
            { type: 'text', text: { value: 'No.' } },
            { type: 'think', think: 'hm' },
          ],
          children: [{ messageId: '4', isCreatedByUser: true, text: 'Why?' }],
        },
      ],
    },
  ],
}

function read(document: unknown) {
  const found = readForeign(JSON.stringify(document))
  if (found.kind === 'invalid') throw new Error(found.problem.message)
  return found
}

const shape = (document: unknown) =>
  read(document).threads[0]?.messages.map(({ id, parentId, role, text }) => [id, parentId, role, text])

describe('conversations of other programs', () => {
  it('are read from ChatGPT with their versions, without what was hidden', () => {
    const found = read(chatGpt)
    expect(found).toMatchObject({ from: 'ChatGPT', leftOut: 1 })
    expect(found.threads).toHaveLength(1)
    expect(found.threads[0]).toMatchObject({ title: 'Primes', isArchived: true, createdAt: 1_700_000_000_000, head: 'a2' })
    expect(shape(chatGpt)).toEqual([
      ['u', undefined, 'user', 'Sum them.\n\n[picture]'],
      ['a1', 'u', 'assistant', 'First answer.'],
      ['a2', 'u', 'assistant', '````python\nprint(```)\n````\n\n```\n76127\n```\n\nIt is 76127.\n\nAnything else?'],
    ])
  })

  it('are read from Claude with attachments and tools as text', () => {
    expect(read(claude)).toMatchObject({ from: 'Claude', leftOut: 0 })
    expect(shape(claude)).toEqual([
      ['1', undefined, 'user', 'Read it.\n\n[a.md]\n# A'],
      ['2', '1', 'assistant', 'view\n```json\n{\n  "path": "a.md"\n}\n```\n\n```\n# A\n```\n\nIt says A.'],
      ['3', '2', 'user', 'Thanks.'],
    ])
  })

  it('are read from LibreChat, answers inside of what they answer or behind it', () => {
    const expected = [
      ['1', undefined, 'user', 'Soup?'],
      ['2', '1', 'assistant', 'Yes.'],
      ['3', '1', 'assistant', 'No.'],
      ['4', '3', 'user', 'Why?'],
    ]
    expect(shape(libreChat)).toEqual(expected)
    const [first] = libreChat.messages
    const flat = [
      { ...first, children: undefined },
      { messageId: '2', parentMessageId: '1', isCreatedByUser: false, text: 'Yes.' },
      { messageId: '3', parentMessageId: '1', isCreatedByUser: false, text: 'No.' },
      { messageId: '4', parentMessageId: '3', isCreatedByUser: true, text: 'Why?' },
    ]
    expect(shape({ ...libreChat, recursive: false, messages: flat })).toEqual(expected)
  })

  it('are read without the signs that only the page of ChatGPT draws, with its pictures and canvas named', () => {
    const drawn = { content_type: 'image_asset_pointer', metadata: { dalle: { prompt: 'a heron' } } }
    const mapping = {
      u: node(null, 'user', ['Look it up.']),
      k: node('u', 'assistant', [], { content: { content_type: 'thoughts', thoughts: [{ summary: 'hm', content: 'hm' }] } }),
      w: node('k', 'assistant', [], { content: { content_type: 'code', language: 'unknown', text: 'search("herons")' } }),
      a: node('w', 'assistant', ['Herons wade.\uE200cite\uE202turn0search3\uE201 They fish.']),
      d: node('a', 'assistant', ['{"name": "poem", "type": "document", "content": "Grey\\nheron"}']),
      t: node('d', 'tool', [], { content: { content_type: 'multimodal_text', parts: [drawn] } }),
    }
    const [, [, , , text] = []] = shape([{ title: 'Birds', mapping, current_node: 't' }]) ?? []
    expect(text).toBe(
      '```\nsearch("herons")\n```\n\nHerons wade. They fish.\n\n**poem**\n```\nGrey\nheron\n```\n\n[picture: a heron]',
    )
  })

  it('are read from Claude with artifacts as what they are, old and new, and with the names of pictures', () => {
    const artifact = { id: 'x', command: 'create', type: 'text/html', title: 'Page', content: '<h1>Hi</h1>\n<p>…</p>' }
    const said = [
      { uuid: '1', sender: 'human', text: '', files: [{ file_name: 'heron.png' }], parent_message_uuid: 'root' },
      {
        uuid: '2',
        sender: 'assistant',
        parent_message_uuid: '1',
        content: [{ type: 'tool_use', name: 'artifacts', input: artifact }],
      },
      {
        uuid: '3',
        sender: 'assistant',
        parent_message_uuid: '1',
        text: 'Here: <antArtifact identifier="x" type="application/vnd.ant.code" language="ts" title="Sum">\n1 + 1\n</antArtifact> Done. <antArtifact',
      },
    ]
    expect(shape([{ uuid: 'x', name: 'Heron', chat_messages: said }])).toEqual([
      ['1', undefined, 'user', '[heron.png]'],
      ['2', '1', 'assistant', '**Page**\n```html\n<h1>Hi</h1>\n<p>…</p>\n```'],
      ['3', '1', 'assistant', 'Here:\n\n**Sum**\n```ts\n1 + 1\n```\n\nDone. <antArtifact'],
    ])
  })

  it('are read from LibreChat with tools, artifacts and the names of what was attached', () => {
    const messages = [
      { messageId: '1', isCreatedByUser: true, text: 'Draw.', files: [{ filename: 'a.png', type: 'image/png' }] },
      {
        messageId: '2',
        parentMessageId: '1',
        isCreatedByUser: false,
        model: 'gpt-4o',
        content: [
          { type: 'think', think: 'hm' },
          { type: 'tool_call', tool_call: { name: 'execute_code', args: '{"code":"1"}', output: 'stdout: 1' } },
          { type: 'text', text: ':::artifact{identifier="x" type="text/html" title="Page"}\n```html\n<p>\n```\n:::' },
        ],
      },
    ]
    expect(shape({ conversationId: 'c', title: 'T', messages })).toEqual([
      ['1', undefined, 'user', 'Draw.\n\n[a.png]'],
      ['2', '1', 'assistant', 'execute_code\n```json\n{"code":"1"}\n```\n```\nstdout: 1\n```\n\n**Page**\n```html\n<p>\n```\n'],
    ])
  })

  it.each([
    ['{', 'not JSON'],
    ['['.repeat(10_000), 'not JSON'],
    ['null', 'no conversations of'],
    ['[{"a": 1}]', 'no conversations of'],
    ['[{"mapping": {}}]', 'no conversation in which'],
    ['{"format": "parley-capsule"}', 'no conversations of'],
  ])('that are none are refused with a sentence: %.20s', (source, words) => {
    const found = readForeign(source)
    expect(found.kind === 'invalid' && found.problem.message).toContain(words)
  })

  it('are read or refused, whatever is in them, with every parent before its child', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const message = fc.oneof(
      fc.constant(node(null, 'user', ['x']).message),
      fc.constant(node(null, 'assistant', ['y']).message),
      fc.constant(null),
      fc.jsonValue(),
    )
    const mapping = fc.dictionary(id, fc.record({ parent: fc.oneof(id, fc.constant(null)), message }))
    const said = fc.record({
      uuid: id,
      sender: fc.constantFrom('human', 'assistant'),
      text: fc.string(),
      parent_message_uuid: id,
    })
    const talk = fc.oneof(fc.record({ mapping }), fc.record({ chat_messages: fc.array(said) }), fc.jsonValue())
    fc.assert(
      fc.property(fc.array(talk), (document) => {
        const found = readForeign(JSON.stringify(document))
        if (found.kind === 'invalid') return
        for (const { messages } of found.threads) {
          const seen = new Set<string>()
          for (const one of messages) {
            expect(one.parentId === undefined || seen.has(one.parentId)).toBe(true)
            expect(seen.has(one.id)).toBe(false)
            seen.add(one.id)
          }
        }
      }),
    )
  })

  it('come in as words alone: no call, no permission, no instruction, at their own time', async () => {
    const storage = memoryThreadStorage()
    const [thread] = read(chatGpt).threads
    if (!thread) throw new Error('none')
    const id = await importForeign(
      { ...thread, title: 'a\u202Eb'.padEnd(300, 'x') },
      { storage, folder: 'ChatGPT', now: 1_800_000_000_000 },
    )
    const stored = await storage.threads.read(id)
    expect(stored?.thread).toMatchObject({
      mode: 'ask',
      folder: 'ChatGPT',
      archived: true,
      titledBy: 'person',
      updatedAt: 1_700_000_000_500,
    })
    expect(stored?.thread.title).toHaveLength(200)
    expect(stored?.thread.title).not.toContain('\u202E')
    expect(stored?.thread).not.toHaveProperty('settings')
    expect(stored?.nodes.map(({ message }) => message.role)).toEqual(['user', 'assistant', 'assistant'])
    expect(stored?.nodes.flatMap(({ message }) => message.parts.map(({ type }) => type))).toEqual(['text', 'text', 'text'])
    expect(stored?.thread.head).toBe(stored?.nodes[2]?.id)
    expect([await storage.ledger.ofThread(id), await storage.grants.list()]).toEqual([[], []])
  })

  it('are known when they come a second time, and not when something was said in them since', async () => {
    const storage = memoryThreadStorage()
    const [thread] = read(chatGpt).threads
    if (!thread) throw new Error('none')
    const isKnown = async (one = thread) => await createKnown(await storage.threads.list())(one)
    expect(await isKnown()).toBe(false)
    const id = await importForeign(thread, { storage, folder: 'ChatGPT', now: 1_800_000_000_000 })
    expect(await isKnown()).toBe(true)
    expect(await isKnown({ ...thread, title: 'renamed there', createdAt: 0 })).toBe(true)
    // Going on with the copy says nothing of what was said there meanwhile.
    await storage.threads.change(id, (kept) => ({ ...kept, updatedAt: 1_900_000_000_000 }))
    const [first] = thread.messages
    if (!first) throw new Error('none')
    const longer = { ...thread, messages: [...thread.messages, { ...first, id: 'later', createdAt: 1_700_000_900_000 }] }
    expect(await isKnown(longer)).toBe(false)
    expect(await isKnown({ ...thread, messages: [{ ...first, text: 'begun in the same moment' }] })).toBe(false)
    await storage.threads.change(id, (kept) => ({ ...kept, deleted: { at: 1, files: 'delete' } }))
    expect(await isKnown()).toBe(false)
  })
})
