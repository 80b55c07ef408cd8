import type { JsonObject, JsonValue } from '@parley/dialects'
import { describe, expect, test } from 'vitest'
import { memoryGrants } from '../approval/grants.ts'
import { housePolicy } from '../approval/policy.ts'
import type { Mode } from '../approval/verdict.ts'
import { fingerprintOf } from '../ledger/ledger.ts'
import { createExecutor } from '../tools/executor.ts'
import type { ToolContext } from '../tools/tool.ts'
import { judgeCall } from '../turn/judge-call.ts'
import { createMcpClient } from './mcp-client.ts'
import type { McpTool } from './mcp-server.ts'
import { createMcpShelf } from './mcp-shelf.ts'
import { mcpTool } from './mcp-tools.ts'

const echo: McpTool = {
  server: 'every',
  name: 'every__echo',
  tool: 'echo',
  description: 'Says it again.',
  parameters: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  hints: {},
  identity: 'i1',
  fingerprint: 'f1',
}
const result = (more: JsonObject = {}) => ({
  type: 'call-end',
  result: { outcome: 'ok', content: [{ type: 'text', text: 'Echo: hi' }], forPerson: [], ...more },
})

/** The doors of a server, as a script: each request takes what was prepared for its method and path. */
function doors(answers: Readonly<Record<string, readonly (() => Response)[]>>) {
  const asked: string[] = []
  const left = new Map(Object.entries(answers).map(([door, list]) => [door, [...list]]))
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = new URL(String(url), 'http://x').pathname.replace(/^\/api\/mcp\//, '')
    const door = `${init?.method} ${path.replace(/^calls\/.*/, 'calls')}`
    asked.push(door)
    const next = left.get(door)?.shift()
    if (!next) throw new TypeError('Failed to fetch')
    return next()
  }
  return { client: createMcpClient({ url: '/api/mcp', fetch }), asked }
}

const events =
  (...list: readonly JsonValue[]) =>
  () =>
    new Response(list.map((event) => `data: ${JSON.stringify([event])}\n\n`).join(''))
const json =
  (value: object, status = 200) =>
  () =>
    Response.json(value, { status })

function contextOf(signal = new AbortController().signal) {
  const lines: string[] = []
  const context: ToolContext = {
    callId: 'key',
    language: 'en',
    onProgress: ({ text }) => lines.push(text),
    human: async () => null,
    signal,
  }
  return { context, lines }
}

const toolOf = (client: ReturnType<typeof doors>['client'], tool = echo, isTrusted = false) => {
  return mcpTool(client, { ...tool, label: 'Everything', isTrusted })
}

describe('a call of an MCP tool', () => {
  test('gives the model what is for the model, and the person what is for them', async () => {
    const forPerson = [{ type: 'text', text: 'psst' }]
    const { client } = doors({
      'POST call': [events({ type: 'call-progress', progress: 1, total: 3, message: 'on it' }, result({ forPerson }))],
    })
    const { context, lines } = contextOf()
    const output = await toolOf(client).run({ message: 'hi' }, context)
    expect(output).toEqual({ outcome: 'ok', content: [{ type: 'text', text: 'Echo: hi' }], display: { forPerson: ['psst'] } })
    expect(lines).toEqual(['1 / 3 · on it'])
  })

  test('that asks something puts it to the person in the middle of it, and sends the answer once', async () => {
    const question = { mode: 'form', by: 'Everything', message: 'Which?', schema: { type: 'object' } }
    const ask = { type: 'call-question', asks: 0, question }
    const { client, asked } = doors({
      'POST call': [events(ask)],
      'GET calls': [events(ask, result())],
      'POST calls': [() => new Response(null, { status: 204 })],
    })
    const put: unknown[] = []
    const { context } = contextOf()
    const human: ToolContext['human'] = async (...given) => {
      put.push(given)
      return { action: 'accept', content: { size: 'large' } }
    }
    expect(await toolOf(client).run({ message: 'hi' }, { ...context, human })).toMatchObject({ outcome: 'ok' })
    expect(put).toEqual([[{ type: 'server-question', question }, { isMidway: true }]])
    await expect.poll(() => asked.filter((door) => door === 'POST calls')).toHaveLength(1)
  })

  test('that lost its connection is listened to again, and never sent twice', async () => {
    const { client, asked } = doors({
      'POST call': [events({ type: 'call-progress', progress: 1 })],
      'GET calls': [() => Response.error(), events(result())],
    })
    expect(await toolOf(client).run({ message: 'hi' }, contextOf().context)).toMatchObject({ outcome: 'ok' })
    expect(asked.filter((door) => door === 'POST call')).toHaveLength(1)
  })

  test('of which nobody knows any more may have run, and says so', async () => {
    const fault = { code: 'request/not-found', message: 'no call', retryable: false }
    const { client, asked } = doors({
      'POST call': [events()],
      'GET calls': Array.from({ length: 3 }, () => json({ fault }, 404)),
    })
    const output = await toolOf(client).run({ message: 'hi' }, contextOf().context)
    expect(output).toMatchObject({ outcome: 'error', content: expect.stringContaining('may have run') })
    expect(asked.filter((door) => door === 'POST call')).toHaveLength(1)
  })

  test('whose tool has changed is refused, in the words of the server', async () => {
    const fault = { code: 'request/conflict', message: 'It describes itself differently.', retryable: false }
    const { client, asked } = doors({ 'POST call': [json({ fault }, 409)] })
    const output = await toolOf(client).run({ message: 'hi' }, contextOf().context)
    expect(output).toMatchObject({ outcome: 'error', content: 'It describes itself differently.' })
    expect(asked).toEqual(['POST call'])
  })

  test('that is stopped is stopped at the server, which says how it ended', async () => {
    const stop = new AbortController()
    const { client, asked } = doors({
      'POST call': [
        () => {
          stop.abort()
          return events(result({ outcome: 'cancelled' }))()
        },
      ],
      'DELETE calls': [() => new Response(null, { status: 204 })],
    })
    const output = await toolOf(client).run({ message: 'hi' }, contextOf(stop.signal).context)
    expect(output.outcome).toBe('cancelled')
    expect(asked).toContain('DELETE calls')
  })

  test('with wrong arguments is told which, before anybody is asked', () => {
    const { client } = doors({})
    expect(toolOf(client).check({ message: {} })).toMatchObject({ kind: 'invalid', problem: expect.stringContaining('message') })
  })
})

const judged = async (tool: McpTool, mode: Mode, { grants = memoryGrants(), isTrusted = false } = {}) => {
  const executor = createExecutor([toolOf(doors({}).client, tool, isTrusted)])
  const call = { type: 'tool-call', id: 'c', name: tool.name, input: { message: 'hi' } } as const
  return await judgeCall(call, 0, {
    threadId: 't',
    executor,
    policy: housePolicy(),
    grants,
    mode: () => mode,
    now: () => 1,
  })
}

const verdict = async (...given: Parameters<typeof judged>) => {
  const judgement = await judged(...given)
  return judgement.kind === 'judged' ? judgement.verdict.kind : judgement.kind
}

describe('the policy', () => {
  test.each([
    ['ask', 'ask'],
    ['auto-read', 'ask'],
    ['auto', 'ask'],
    ['plan', 'deny'],
  ] as const)('in the mode %s it says %s, whatever the server says of itself', async (mode, expected) => {
    expect(await verdict(echo, mode)).toBe(expected)
  })

  test('a grant holds for this tool of this server as it was, and for nothing else', async () => {
    const { name, description, parameters, fingerprint: identity } = echo
    const fingerprint = await fingerprintOf({ spec: { name, description, parameters }, identity })
    const scope = { kind: 'effects', effects: [{ kind: 'unknown' }] } as const
    const grants = memoryGrants([{ id: 'g', tool: name, fingerprint, scope, createdAt: 0, uses: 0 }])
    expect(await verdict(echo, 'ask', { grants })).toBe('allow')
    // What a server calls less than anything is within it.
    expect(await verdict(echo, 'ask', { grants, isTrusted: true })).toBe('allow')
    // The same words from another program.
    expect(await verdict({ ...echo, fingerprint: 'f2' }, 'ask', { grants })).toBe('ask')
    expect(await verdict({ ...echo, description: 'Other.' }, 'ask', { grants })).toBe('ask')
    expect(await verdict({ ...echo, name: 'other__echo' }, 'ask', { grants })).toBe('ask')
  })
})

const suggestedIn = async (tool: McpTool, mode: Mode, isTrusted: boolean) => {
  const judgement = await judged(tool, mode, { isTrusted })
  return judgement.kind === 'judged' && judgement.verdict.kind === 'ask' ? judgement.verdict.suggested : undefined
}

describe('a server that is believed', () => {
  const tools = {
    read: { ...echo, hints: { readOnly: true } },
    write: { ...echo, hints: { readOnly: false, destructive: false } },
    destroy: echo,
  } as const

  test.each(['read', 'write', 'destroy'] as const)(
    'a tool that says it can %s asks in every mode, and is refused while planning',
    async (does) => {
      for (const mode of ['ask', 'auto-read', 'auto'] as const)
        expect(await judged(tools[does], mode, { isTrusted: true })).toMatchObject({
          verdict: { kind: 'ask', rule: `asks-remote-${does}` },
        })
      expect(await verdict(tools[does], 'plan', { isTrusted: true })).toBe('deny')
    },
  )

  test('reading asks once in a conversation in the modes that read by themselves', async () => {
    const offer = await suggestedIn(tools.read, 'auto-read', true)
    expect(offer).toMatchObject({ lifetime: 'thread', scope: { effects: [{ kind: 'remote', server: 'every', does: 'read' }] } })
    expect(await suggestedIn(tools.read, 'auto', true)).toBeDefined()
    expect(await suggestedIn(tools.read, 'ask', true)).toBeUndefined()
    expect(await suggestedIn(tools.write, 'auto', true)).toBeUndefined()
    // A lie from a server that nobody believes is worth nothing.
    expect(await suggestedIn(tools.read, 'auto', false)).toBeUndefined()
    const { name, description, parameters, fingerprint: identity } = echo
    const fingerprint = await fingerprintOf({ spec: { name, description, parameters }, identity })
    const scope = { kind: 'effects', effects: [{ kind: 'remote', server: 'every', does: 'read' }] } as const
    const grants = memoryGrants([{ id: 'g', tool: name, fingerprint, scope, createdAt: 0, uses: 0 }])
    expect(await verdict(tools.read, 'auto', { grants, isTrusted: true })).toBe('allow')
    // Another word of the same server, or the same without belief, is more than was shown.
    expect(await verdict(tools.destroy, 'auto', { grants, isTrusted: true })).toBe('ask')
    expect(await verdict(tools.read, 'auto', { grants })).toBe('ask')
  })
})

const storage = () => {
  const texts = new Map<string, string>()
  return { getItem: (key: string) => texts.get(key) ?? null, setItem: (key: string, text: string) => void texts.set(key, text) }
}

describe('the shelf', () => {
  const server = { id: 'every', label: 'Everything', status: 'ready', notes: [] }
  const listing = (...rounds: readonly (readonly object[])[]) =>
    doors({
      'GET servers': rounds.flatMap(() => [json({ servers: [server] }), json({ servers: [server] })]),
      'GET tools': rounds.map((tools) => json({ tools })),
    }).client

  test('offers nothing that nobody has looked at', async () => {
    const shelf = createMcpShelf(listing([echo]), storage())
    await shelf.refresh(['every'])
    expect(shelf.getSnapshot().tools).toMatchObject([{ stand: 'new' }])
    expect(shelf.tools()).toEqual([])
    shelf.accept(['every__echo'])
    expect(shelf.tools().map(({ spec }) => spec.name)).toEqual(['every__echo'])
    shelf.switchTool('every__echo', false)
    expect(shelf.tools()).toEqual([])
  })

  test('leaves out a tool that changed, with what it was before, until somebody has looked', async () => {
    const shelf = createMcpShelf(listing([echo], [{ ...echo, description: 'Sends it away.', fingerprint: 'f2' }]), storage())
    await shelf.refresh(['every'])
    shelf.accept(['every__echo'])
    await shelf.refresh()
    expect(shelf.getSnapshot().tools).toMatchObject([{ stand: 'changed', before: { description: 'Says it again.' } }])
    expect(shelf.tools()).toEqual([])
    shelf.accept(['every__echo'])
    expect(shelf.tools()[0]?.spec.description).toBe('Sends it away.')
  })

  test('knows after a reload what was looked at, before any server was asked', async () => {
    const kept = storage()
    const first = createMcpShelf(listing([echo]), kept)
    await first.refresh(['every'])
    first.accept(['every__echo'])
    const second = createMcpShelf(doors({}).client, kept)
    expect(second.tools().map(({ spec }) => spec.name)).toEqual(['every__echo'])
    await second.refresh()
    expect(second.getSnapshot().problem?.message).toContain('cannot be reached')
    expect(second.tools()).toHaveLength(1)
    kept.setItem('parley-mcp', '[{"name": 7}, null, "x"]')
    expect(createMcpShelf(doors({}).client, kept).tools()).toEqual([])
  })

  test('takes away what its server no longer has', async () => {
    const shelf = createMcpShelf(listing([echo], []), storage())
    await shelf.refresh(['every'])
    shelf.accept(['every__echo'])
    await shelf.refresh()
    expect(shelf.tools()).toEqual([])
  })

  test('believes a server only as long as it is the one that was believed', async () => {
    const reading = { ...echo, hints: { readOnly: true } }
    const other = { ...reading, identity: 'i2', fingerprint: 'f2' }
    const client = doors({
      'GET servers': [
        ...Array.from({ length: 2 }, () => json({ servers: [{ ...server, identity: 'i1' }] })),
        ...Array.from({ length: 2 }, () => json({ servers: [{ ...server, identity: 'i2' }] })),
      ],
      'GET tools': [json({ tools: [reading] }), json({ tools: [other] })],
    }).client
    const kept = storage()
    const shelf = createMcpShelf(client, kept)
    await shelf.refresh(['every'])
    shelf.accept(['every__echo'])
    const effects = (from = shelf) => from.tools().map((tool) => tool.effects({ message: 'hi' })[0]?.kind)
    expect(effects()).toEqual(['unknown'])
    shelf.trust('every', true)
    expect(effects()).toEqual(['remote'])
    expect([...shelf.getSnapshot().trusted]).toEqual(['every'])
    expect(effects(createMcpShelf(doors({}).client, kept))).toEqual(['remote'])
    // Another program under the same name.
    await shelf.refresh()
    expect([...shelf.getSnapshot().trusted]).toEqual([])
    shelf.accept(['every__echo'])
    expect(effects()).toEqual(['unknown'])
    shelf.trust('every', true)
    shelf.trust('every', false)
    expect(effects()).toEqual(['unknown'])
  })

  test('keeps what is for views alone from the model, and lets a view of the same server call it', async () => {
    const { client } = doors({
      'GET servers': [json({ servers: [server] }), json({ servers: [server] })],
      'GET tools': [json({ tools: [{ ...echo, isAppOnly: true }] })],
    })
    const shelf = createMcpShelf(client, storage())
    await shelf.refresh(['every'])
    expect(shelf.viewTool('every', 'echo')).toBeUndefined()
    shelf.accept(['every__echo'])
    expect(shelf.tools()).toEqual([])
    expect(shelf.viewTool('every', 'echo')?.spec.name).toBe('every__echo')
    expect(shelf.viewTool('other', 'echo')).toBeUndefined()
    shelf.switchTool('every__echo', false)
    expect(shelf.viewTool('every', 'echo')).toBeUndefined()
  })
})
