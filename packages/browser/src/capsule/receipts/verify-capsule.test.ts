import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import type { JsonValue } from '@parley/dialects'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, callPart, createWorld, doublingTool, openTab, say } from '../../conversation/testing/open-tab.ts'
import { canonicalJson } from '../../ledger/ledger.ts'
import { createSigningKey, signerWith } from '../../ledger/receipts/signature.ts'
import type { Capsule } from '../capsule.ts'
import { parseCapsule } from '../capsule-schema.ts'
import { exportCapsule } from '../export-capsule.ts'
import { importCapsule } from '../import-capsule.ts'
import type { CapsuleReceipts } from './seal-capsule.ts'
import { verifyCapsule } from './verify-capsule.ts'

const KEY = 'sk-abcdefghijklmnopqrstuvwx'
const script = [
  ask(
    { type: 'text', text: 'Let me see: é\u001f ✓' },
    callPart('double', { n: 1 }),
    callPart('double', { n: 0.1 + 0.2 }, 'call_2'),
  ),
  ask(callPart('double', { n: 3 })),
  { parts: [{ type: 'broken-call', id: 'b1', source: `{"key": "${KEY}"`, problem: 'The object is not closed.' } as const] },
  say('All done.'),
]

/** A conversation with a call that was allowed, one that was edited, one refused and one that could not be read. */
async function eventful() {
  const world = createWorld()
  const tab = await openTab(world, script)
  await tab.conversation.send('Go')
  await tab.allow(0)
  await tab.conversation.decide((await tab.stage('awaiting', 1)).key, { kind: 'edit', input: { n: 20 } })
  await tab.conversation.decide((await tab.stage('awaiting', 2)).key, { kind: 'reject', reason: 'no', resume: true })
  await tab.conversation.resendCall((await tab.stage('malformed', 3)).key)
  await tab.says('All done.')
  await world.storage.exchanges.put({
    id: 'e1',
    threadId: 'thread',
    sentAt: 1,
    request: { url: '/', method: 'POST', headers: {}, body: 'x' },
    reply: 'y',
  })
  return world
}

async function packed(): Promise<string> {
  const world = await eventful()
  const files = {
    readAll: async () => [
      { path: '/a.txt', text: 'hello' },
      { path: '/b.bin', base64: 'AAEC' },
    ],
    writeAll: async () => {},
  }
  const tools = [doublingTool(world).spec]
  const exported = await exportCapsule({ storage: world.storage, threadId: 'thread', tools, files, now: 1 })
  return exported!.text
}

type Sealed = { -readonly [Field in keyof Capsule]: Capsule[Field] } & { receipts?: CapsuleReceipts }

/** The capsule after somebody worked on it, written as we write. */
function changed(text: string, work: (capsule: Sealed) => Sealed): Promise<{ kind: string; said: { message: string } }> {
  return verifyCapsule(JSON.stringify(work(JSON.parse(text))))
}

describe('verify', () => {
  test('a capsule as it was exported is intact, and says whose key signed it and what was taken out', async () => {
    const verified = await verifyCapsule(await packed())
    expect(verified).toMatchObject({
      kind: 'intact',
      calls: 4,
      exportedAt: 1,
      signedBy: { algorithm: 'Ed25519', fingerprint: expect.stringMatching(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/) },
      notes: [{ message: expect.stringMatching(/^Not proven, because it was taken out: the call \? \(.*#0\)\.$/) }],
    })
    expect(verified.said.message).toMatch(/^Intact: 4 calls with \d\d steps/)
  })

  test('a file and an exchange may be taken out afterwards: they are named, and all else is still proven', async () => {
    const verified = await changed(await packed(), (capsule) => ({ ...capsule, files: capsule.files.slice(1), exchanges: [] }))
    expect(verified.kind).toBe('intact')
    expect(JSON.stringify(verified)).toMatch(/the exchange e1.*the file \/a\.txt/)
  })

  const TAMPERINGS: readonly [string, (capsule: Sealed) => Sealed, RegExp][] = [
    ['a file', (it) => ({ ...it, files: [{ path: '/a.txt', text: 'other' }, ...it.files.slice(1)] }), /the file \/a\.txt is not/],
    ['another file', (it) => ({ ...it, files: [...it.files, { path: '/c', text: '' }] }), /the file \/c was not in/],
    ['a removed message', (it) => ({ ...it, nodes: it.nodes.slice(0, -1) }), /message \S+ was in the capsule/],
    ['swapped messages', (it) => ({ ...it, nodes: it.nodes.toReversed() }), /message \S+ does not stand where/],
    ['a removed call', (it) => ({ ...it, calls: it.calls.slice(1) }), /the call \S+ \(.*\) was in the capsule/],
    ['swapped calls', (it) => ({ ...it, calls: it.calls.toReversed() }), /does not stand where/],
    [
      'who allowed a call',
      (it) => ({ ...it, calls: it.calls.map((call) => ({ ...call, decision: { kind: 'allow', hash: call.hash, by: 'rule' } })) }),
      /the call double \(.*\) is not what it was/,
    ],
    ['a step that is left out', (it) => withChain(it, (chain) => chain.toSpliced(3, 1)), /step 4 of the chain does not follow/],
    [
      'steps that are swapped',
      (it) => withChain(it, ([a, b, ...rest]) => [b!, a!, ...rest]),
      /step 1 of the chain does not follow/,
    ],
    ['the last step cut off', (it) => withChain(it, (chain) => chain.slice(0, -1)), /is not what its receipts say/],
    [
      'the rule in a step',
      (it) => withChain(it, (chain) => chain.with(2, { ...chain[2]!, facts: { ...chain[2]!.facts, rule: 'granted' } })),
      /step 3 of the chain, of the call double/,
    ],
    ['all receipts', ({ receipts: _receipts, ...it }) => it, /receipts were taken out/],
  ]

  test.each(TAMPERINGS)('%s is found and named', async (_what, work, words) => {
    const verified = await changed(await packed(), work)
    expect(verified).toMatchObject({ kind: 'broken', said: { message: expect.stringMatching(words) } })
  })

  test('who writes every hash anew still lacks the key', async () => {
    const [ours, theirs] = await Promise.all([packed(), packed()])
    const key = (JSON.parse(ours) as Sealed).receipts!.seal
    const forged = await changed(theirs, (it) => ({ ...it, receipts: { ...it.receipts!, seal: key } }))
    expect(forged).toMatchObject({ kind: 'broken', said: { message: expect.stringContaining('signature does not fit') } })
  })

  test('a capsule from before there were receipts is said to have none', async () => {
    const { receipts: _receipts, ...capsule }: Sealed = JSON.parse(await packed())
    const calls = capsule.calls.map(({ commitments: _commitments, ...call }) => call)
    expect(await verifyCapsule(JSON.stringify({ ...capsule, calls }))).toMatchObject({ kind: 'none' })
  })

  test('a conversation that came with a capsule has a chain of its own, which says that it came', async () => {
    const parsed = parseCapsule(await packed())
    if (parsed.kind === 'invalid') throw new Error(parsed.problem)
    const { storage } = createWorld()
    const threadId = await importCapsule(parsed.capsule, { storage })
    const again = await exportCapsule({ storage, threadId, tools: [] })
    expect(await verifyCapsule(again!.text)).toMatchObject({ kind: 'intact', calls: 4, steps: 4 })
    expect((await storage.ledger.history(threadId)).receipts.every(({ facts }) => facts['imported'] === true)).toBe(true)
  })

  test('text of any kind is answered, never thrown at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), async (source) => {
        expect((await verifyCapsule(source)).kind).toBe('broken')
      }),
      { numRuns: 100 },
    )
  })
})

function withChain(it: Sealed, work: (chain: CapsuleReceipts['chain']) => CapsuleReceipts['chain']): Sealed {
  return { ...it, receipts: { ...it.receipts!, chain: work(it.receipts!.chain) } }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** As a server keeps them of the first call that ran. */
async function sentBy(world: Awaited<ReturnType<typeof eventful>>) {
  const [record] = await world.storage.ledger.ofThread('thread')
  const salt = 'ab'.repeat(16)
  const receipt = {
    threadId: 'anna/thread',
    index: 0,
    previous: '',
    at: 1,
    facts: { callId: record!.call.id, messageId: record!.messageId, name: 'double', decision: 'allow', by: 'person' },
    commits: { asked: digest('x'), done: digest(`${salt} ${canonicalJson(record!.result as unknown as JsonValue)}`) },
  }
  const chain = [{ ...receipt, hash: digest(JSON.stringify(receipt)) }]
  const statement = { parley: 'server receipts 1', threadId: 'anna/thread', steps: 1, head: chain[0]!.hash }
  const seal = await signerWith(createSigningKey).sign(JSON.stringify(statement))
  return { threadId: 'anna/thread', chain, salts: [{ asked: salt, done: salt }], seal }
}

const exportedWith = async (change: (sent: Awaited<ReturnType<typeof sentBy>>) => unknown) => {
  const world = await eventful()
  const server = change(await sentBy(world))
  return (await exportCapsule({ storage: world.storage, threadId: 'thread', tools: [], server }))!.text
}

describe('the receipts of a server', () => {
  test('go with the capsule, and are verified with their own key', async () => {
    expect(await verifyCapsule(await exportedWith((sent) => sent))).toMatchObject({ kind: 'intact', server: { steps: 1 } })
  })

  test('that somebody changed on the way are found', async () => {
    const wrong = await verifyCapsule(await exportedWith((sent) => ({ ...sent, threadId: 'ben/thread' })))
    expect(wrong).toMatchObject({ kind: 'broken', said: { message: expect.stringContaining('step 1 of the chain') } })
    const other = await verifyCapsule(
      await exportedWith((sent) => ({ ...sent, seal: { ...sent.seal, signature: 'ab'.repeat(64) } })),
    )
    expect(other).toMatchObject({ kind: 'broken', said: { message: expect.stringContaining('signature') } })
  })
})

describe('one flipped bit', () => {
  // In every part of the file, and in every kind of place: marks of JSON, names of fields, texts, numbers, hex.
  const runs = Number(process.env['PARLEY_RUNS'] ?? 400)
  test('is found wherever in a capsule it is', async () => {
    const bytes = new TextEncoder().encode(await packed())
    const sections = sectionsOf(new TextDecoder().decode(bytes))
    const places = fc.constantFrom(...sections).chain(([from, to]) => fc.integer({ min: from, max: to - 1 }))
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 0, max: 7 }), async (at, bit) => {
        const flipped = bytes.with(at, bytes[at]! ^ (1 << bit))
        expect((await verifyCapsule(flipped)).kind).toBe('broken')
      }),
      { numRuns: runs },
    )
  })

  test('is found where it writes the same value in other letters', async () => {
    const text = await packed()
    for (const [written, other] of [
      ['\\u001f', '\\u001F'],
      ['0.30000000000000004', '0.30000000000000003'],
      ['"version":1', '"version": 1'],
    ] as const) {
      expect(text).toContain(written)
      expect((await verifyCapsule(text.replace(written, other))).kind).toBe('broken')
    }
  })

  // What is signed must be what whoever opens the capsule reads: no second meaning fits beside it.
  test.each<[string, (text: string, other: string) => string]>([
    ['a field that is there twice, the first time', (text) => text.replace('{', '{"calls":[],')],
    ['a field that is there twice, the last time', (text) => text.replace(/\}$/, ',"files":[]}')],
    ['a field of a call that is there twice', (text) => text.replace('"by":"person"', '"by":"person","by":"rule"')],
    ['a field that nobody knows', (text) => text.replace('{', '{"approved":true,')],
    ['a prototype', (text) => text.replace('{', '{"__proto__":{"calls":[]},')],
    ['a prototype in a call', (text) => text.replace('"decision":{', '"__proto__":{"x":1},"decision":{')],
    ['a mark at its beginning', (text) => `\uFEFF${text}`],
    ['a line at its end', (text) => `${text}\n`],
    ['something behind its end', (text) => `${text}{}`],
    [
      'the receipts of another one',
      (text, other) => JSON.stringify({ ...JSON.parse(text), receipts: JSON.parse(other).receipts }),
    ],
    [
      'the signature of another one',
      (text, other) => {
        const [mine, theirs] = [JSON.parse(text), JSON.parse(other)]
        return JSON.stringify({ ...mine, receipts: { ...mine.receipts, seal: theirs.receipts.seal } })
      },
    ],
  ])('and %s is found, too', async (_what, work) => {
    const forged = work(await packed(), await exportedWith(() => undefined))
    expect((await verifyCapsule(forged)).kind).toBe('broken')
    expect((await verifyCapsule(new TextEncoder().encode(forged))).kind).toBe('broken')
  })

  test('a capsule that ends early is found', async () => {
    const bytes = new TextEncoder().encode(await packed())
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (length) => {
        expect((await verifyCapsule(bytes.slice(0, length))).kind).toBe('broken')
      }),
      { numRuns: 50 },
    )
  })
})

/** From where to where each field at the top reaches, so that small ones are hit as often as large ones; the last two are the seal and the end. */
function sectionsOf(text: string): readonly (readonly [number, number])[] {
  const document: Sealed = JSON.parse(text)
  const marks = Object.keys(document).map((field) => text.indexOf(`"${field}":`))
  const starts = [0, ...marks, text.lastIndexOf('"parts":'), text.lastIndexOf('"seal":'), text.length - 4].sort((a, b) => a - b)
  const ends = [...starts.slice(1), new TextEncoder().encode(text).length]
  return starts.map((start, index) => [start, Math.max(start + 1, ends[index]!)] as const)
}
