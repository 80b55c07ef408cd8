import { describe, expect, test } from 'vitest'
import type { Effect } from '../tools/tool.ts'
import { type Grant, liveGrants } from './grants.ts'
import { housePolicy, policy } from './policy.ts'
import { alwaysAsk, denyPaths } from './rules.ts'
import type { CallQuestion, Mode, Rule } from './verdict.ts'

const question = (effects: readonly Effect[], more: Partial<CallQuestion> = {}): CallQuestion => ({
  threadId: 'thread',
  call: { type: 'tool-call', id: 'c', name: 'tool', input: {} },
  hash: 'hash',
  fingerprint: 'print',
  effects,
  mode: 'ask',
  grants: [],
  repeats: 0,
  ...more,
})
const code = { kind: 'run-code' } as const
const reaching = (...effects: readonly Effect[]): Partial<Grant> => ({ scope: { kind: 'effects', effects } })
const grant = (more: Partial<Grant> = {}): Grant => ({
  id: 'g',
  tool: 'tool',
  fingerprint: 'print',
  scope: { kind: 'effects', effects: [code] },
  createdAt: 0,
  uses: 0,
  ...more,
})

const read = { kind: 'read-files', path: '/notes/a.md' } as const
const readMounted = { kind: 'read-files', path: '/disk/a.md' } as const
const write = { kind: 'write-files', path: '/notes/a.md' } as const
const writeMounted = { kind: 'write-files', path: '/disk/a.md' } as const
const remove = { kind: 'delete-files', path: '/notes/a.md' } as const
const network = { kind: 'network', host: 'example.com' } as const
const believed = (does: 'read' | 'write') => ({ kind: 'remote', server: 'notes', does }) as const
const form = { kind: 'ask-person' } as const
const unknown = { kind: 'unknown' } as const
const invented = { kind: 'mine-bitcoin' } as unknown as Effect

const house = housePolicy({ outside: ['/disk/**'] })

const reads = (path: string) => ({ kind: 'effects', effects: [{ kind: 'read-files', path }] })
const suggested = (effect: Effect, mode: Mode) => {
  const verdict = house(question([effect], { mode }))
  return verdict.kind === 'ask' ? verdict.suggested?.scope : undefined
}

const says =
  (kind: 'allow' | 'ask' | 'deny'): Rule =>
  () => ({ kind, rule: kind, author: 'you', reason: kind })
const silent: Rule = () => undefined
const yielding: Rule = () => ({ kind: 'deny', rule: 'yields', author: 'you', reason: 'yields', yields: true })

const broken: Rule = () => {
  throw new Error('oops')
}

const rehearse = (effects: readonly Effect[], more: Partial<CallQuestion> = {}) =>
  house(question(effects, { mode: 'rehearse', ...more }))

describe('a rehearsal', () => {
  test('is not left by what a person allowed earlier, and only a person can let a single call out', () => {
    const given = grant(reaching(code, network))
    expect(house(question([code, network], { grants: [given] })).kind).toBe('allow')
    expect(rehearse([code, network], { grants: [given] })).toMatchObject({ kind: 'deny', rule: 'not-in-rehearsal', yields: true })
  })

  test('reads from a server that is believed where a grant says so', () => {
    expect(rehearse([believed('read')], { grants: [grant(reaching(believed('read')))] }).kind).toBe('allow')
  })

  test('deletes beside the workspace without a question, for that is in the copy, too', () => {
    expect(rehearse([{ kind: 'delete-files', path: '/disk/a.md' }]).kind).toBe('allow')
  })

  test('does not touch what is locked', () => {
    const locked = housePolicy({ rules: [denyPaths(['/notes/**'], ['write-files'], 'you')] })
    expect(locked(question([write], { mode: 'rehearse' }))).toMatchObject({ kind: 'deny', rule: 'locked-path' })
  })

  test('asks about a call that repeats itself, as everywhere', () => {
    expect(rehearse([write], { repeats: 3 })).toMatchObject({ kind: 'ask', rule: 'repeated' })
  })
})

describe('what each mode lets run', () => {
  const modes: readonly Mode[] = ['ask', 'auto-read', 'auto', 'plan', 'rehearse']
  const table: readonly [string, readonly Effect[], readonly string[]][] = [
    ['reading in the workspace', [read], ['ask', 'allow', 'allow', 'allow', 'allow']],
    ['reading a mounted folder', [readMounted], ['ask', 'ask', 'ask', 'ask', 'ask']],
    ['writing in the workspace', [write], ['ask', 'ask', 'allow', 'deny', 'allow']],
    ['writing elsewhere', [writeMounted], ['ask', 'ask', 'ask', 'deny', 'allow']],
    ['deleting', [remove], ['ask', 'ask', 'ask', 'deny', 'allow']],
    ['running code', [code], ['ask', 'ask', 'allow', 'deny', 'allow']],
    ['running code with network', [code, network], ['ask', 'ask', 'ask', 'deny', 'deny']],
    ['asking the person', [form], ['allow', 'allow', 'allow', 'allow', 'allow']],
    ['touching nothing', [], ['ask', 'allow', 'allow', 'allow', 'allow']],
    ['nobody knows what', [unknown], ['ask', 'ask', 'ask', 'deny', 'deny']],
    ['an effect we have never heard of', [invented], ['ask', 'ask', 'ask', 'deny', 'deny']],
    ['one harmless and one grave effect', [read, unknown], ['ask', 'ask', 'ask', 'deny', 'deny']],
    ['reading from a server that is believed', [believed('read')], ['ask', 'ask', 'ask', 'deny', 'ask']],
    ['changing something on one', [believed('write')], ['ask', 'ask', 'ask', 'deny', 'deny']],
    ['a path that is not resolved', [{ kind: 'read-files', path: '/notes/../disk/a' }], ['ask', 'ask', 'ask', 'ask', 'ask']],
    ['a path that is not absolute', [{ kind: 'write-files', path: 'notes/a' }], ['ask', 'ask', 'ask', 'deny', 'ask']],
  ]
  test.each(table)('%s', (_name, effects, expected) => {
    expect(modes.map((mode) => house(question(effects, { mode })).kind)).toEqual(expected)
  })
})

describe('grants', () => {
  const notes = { ...write, path: '/notes/**' } as const
  const anywhere = { ...write, path: '/**' } as const
  const mounted = { ...write, path: '/disk/**' } as const
  const covered: readonly [string, Grant, CallQuestion, boolean][] = [
    ['what was shown', grant(), question([code]), true],
    ['another tool', grant({ tool: 'other' }), question([code]), false],
    ['the tool before it changed', grant({ fingerprint: 'old' }), question([code]), false],
    ['another thread', grant({ threadId: 'other' }), question([code]), false],
    ['this thread', grant({ threadId: 'thread' }), question([code]), true],
    ['this very call', grant({ scope: { kind: 'call', hash: 'hash' } }), question([code]), true],
    ['a call with other arguments', grant({ scope: { kind: 'call', hash: 'other' } }), question([code]), false],
    ['the folder', grant(reaching(notes)), question([write]), true],
    ['a neighbour with the same beginning', grant(reaching({ ...notes, path: '/note/**' })), question([write]), false],
    ['the folder, but the call also runs code', grant(reaching(notes)), question([write, code]), false],
    ['the folder, but the call deletes there', grant(reaching(notes)), question([remove]), false],
    ['the folder, but the call also reads there', grant(reaching(notes)), question([write, read]), false],
    ['climbing out of the folder', grant(reaching(notes)), question([{ ...write, path: '/notes/../etc/x' }]), false],
    ['code, but now with files', grant(), question([code, write]), false],
    ['code, but now with network', grant(), question([code, network]), false],
    ['the host that was shown', grant(reaching(code, network)), question([code, network]), true],
    ['another host', grant(reaching(code, network)), question([code, { ...network, host: 'evil.com' }]), false],
    ['less than was shown', grant(reaching(code, network)), question([code]), true],
    ['everything in the workspace, but not beside it', grant(reaching(anywhere)), question([writeMounted]), false],
    ['a folder beside the workspace, where it was given', grant(reaching(mounted)), question([writeMounted]), true],
  ]
  test.each(covered)('%s', (_name, given, asked, isCovered) => {
    const verdict = house({ ...asked, grants: [given] })
    expect(verdict.kind).toBe(isCovered ? 'allow' : 'ask')
    expect('grantId' in verdict && verdict.grantId).toBe(isCovered ? 'g' : false)
  })

  test('no grant outweighs a question that must be asked, or a refusal', () => {
    const all = { grants: [grant()] }
    expect(house(question([code], { ...all, repeats: 3 }))).toMatchObject({ kind: 'ask', rule: 'repeated', offers: [] })
    expect(house(question([{ kind: 'delete-files', path: '/disk/a' }], all))).toMatchObject({
      kind: 'ask',
      rule: 'delete-outside',
    })
    expect(house(question([code], { ...all, mode: 'plan' }))).toMatchObject({ kind: 'deny', rule: 'mode-plan' })
    const strict = housePolicy({ rules: [alwaysAsk(['tool'], 'server')] })
    expect(strict(question([read], { ...all, mode: 'auto' }))).toMatchObject({
      kind: 'ask',
      rule: 'always-asks',
      author: 'server',
    })
  })

  test('a grant ends with its time or its number of uses', () => {
    const grants = [
      grant({ id: 'old', expiresAt: 10 }),
      grant({ id: 'used', maxUses: 2, uses: 2 }),
      grant({ id: 'live', expiresAt: 11, maxUses: 2, uses: 1 }),
    ]
    expect(liveGrants(grants, 10).map(({ id }) => id)).toEqual(['live'])
  })
})

describe('questions say why, and what would spare the next one', () => {
  test('the gravest effect is the reason', () => {
    expect(house(question([read, remove]))).toMatchObject({
      rule: 'asks-delete-files',
      reason: 'It deletes files.',
      author: 'parley',
    })
  })

  test('a program with files is not said to delete them, only that it may', () => {
    expect(house(question([code, read, write, remove]))).toMatchObject({
      rule: 'asks-code-files',
      reason: 'It runs code that may read, change and delete files.',
    })
  })

  test('offers go from narrow to wide, and each says what it reaches', () => {
    const verdict = house(question([write, code]))
    const reach = { kind: 'effects', effects: [{ kind: 'write-files', path: '/notes/**' }, code] }
    expect(verdict.kind === 'ask' && verdict.offers).toEqual([
      { tool: 'tool', scope: { kind: 'call', hash: 'hash' }, lifetime: 'thread' },
      { tool: 'tool', scope: reach, lifetime: 'thread' },
      { tool: 'tool', scope: reach, lifetime: 'always' },
    ])
  })

  test('whatever is offered covers the call it was offered on, and nothing that does more', () => {
    const kinds = [read, write, remove, code, network, form, unknown]
    for (const shown of kinds)
      for (const more of kinds) {
        const verdict = house(question([shown]))
        const wide = verdict.kind === 'ask' ? verdict.offers.at(-1) : undefined
        if (!wide || more === form || more === shown) continue
        const grants = [grant({ scope: wide.scope })]
        expect(house(question([shown], { grants })).kind, shown.kind).toBe('allow')
        expect(house(question([shown, more], { grants, hash: 'other' })).kind, `${shown.kind}, then ${more.kind}`).toBe('ask')
      }
  })

  test('reading for the whole thread is suggested in ask mode, and for a folder elsewhere in auto mode', () => {
    expect(suggested(read, 'ask')).toEqual(reads('/**'))
    expect(suggested(readMounted, 'ask')).toBeUndefined()
    expect(suggested(readMounted, 'auto')).toEqual(reads('/disk/**'))
    expect(suggested(write, 'ask')).toBeUndefined()
  })
})

describe('rules together', () => {
  test.each([
    [['allow', 'ask', 'deny'], 'deny'],
    [['allow', 'ask'], 'ask'],
    [['allow'], 'allow'],
    [[], 'ask'],
  ] as const)('of %j the strictest wins, in any order', (kinds, expected) => {
    expect(policy([silent, ...kinds.map(says)])(question([])).kind).toBe(expected)
    expect(policy([...kinds.toReversed().map(says), silent])(question([])).kind).toBe(expected)
  })

  test('a refusal that nobody may overrule comes before one that yields to a person, in any order', () => {
    const rules = [yielding, says('ask'), says('deny'), says('allow')]
    for (const order of [rules, rules.toReversed()]) {
      const verdict = policy(order)(question([]))
      expect(verdict).toMatchObject({ kind: 'deny', rule: 'deny' })
      expect(verdict.yields).toBeUndefined()
    }
    expect(policy([says('allow'), says('ask'), yielding])(question([]))).toMatchObject({ kind: 'deny', yields: true })
  })

  test('a rule that fails asks, whatever the others allow', () => {
    expect(policy([says('allow'), broken])(question([]))).toMatchObject({ kind: 'ask', rule: 'rule-failed', offers: [] })
    expect(policy([broken, says('deny')])(question([])).kind).toBe('deny')
  })

  test.each([
    ['itself', '/notes/plan.md', { kind: 'delete-files', path: '/notes/plan.md' }, '/notes/plan.md is locked.'],
    [
      'through the folder it lies in',
      '/notes/plan.md',
      { kind: 'delete-files', path: '/notes', whole: true },
      '/notes holds /notes/plan.md, which is locked. Ask the user to unlock it, or leave the folder as it is.',
    ],
    [
      'through a folder further up',
      '/a/b/c',
      { kind: 'delete-files', path: '/a', whole: true },
      '/a holds /a/b/c, which is locked.',
    ],
    ['through everything', '/a/b/c', { kind: 'delete-files', path: '/', whole: true }, '/ holds /a/b/c, which is locked.'],
    [
      'as one of many',
      '/src/*.lock',
      { kind: 'delete-files', path: '/src', whole: true },
      '/src holds /src/*.lock, which is locked.',
    ],
    [
      'wherever it lies',
      '/**/*.lock',
      { kind: 'delete-files', path: '/src', whole: true },
      '/src holds /**/*.lock, which is locked.',
    ],
    [
      'as a folder, by its content',
      '/notes',
      { kind: 'write-files', path: '/notes/a/b.md' },
      '/notes/a/b.md lies in /notes, which is locked.',
    ],
    ['as a folder with everything', '/notes/**', { kind: 'write-files', path: '/notes/a/b.md' }, '/notes/a/b.md is locked.'],
  ] as const)('what is locked cannot be changed %s', (_how, lock, effect, reason) => {
    const locked = housePolicy({ rules: [denyPaths([lock], ['write-files', 'delete-files'], 'you')] })
    const verdict = locked(question([effect], { mode: 'auto' }))
    expect(verdict).toMatchObject({ kind: 'deny', rule: 'locked-path', reason: expect.stringContaining(reason) })
  })

  test.each([
    ['a neighbour', '/notes/plan.md', { kind: 'delete-files', path: '/notes/other', whole: true }],
    ['a neighbour with the same beginning', '/notes/plan.md', { kind: 'delete-files', path: '/note', whole: true }],
    ['an empty folder, which takes nothing along', '/notes/plan.md', { kind: 'delete-files', path: '/notes' }],
    ['a program with files, which is judged file by file', '/notes/plan.md', { kind: 'delete-files', path: '/' }],
  ] as const)('a lock does not forbid %s', (_what, lock, effect) => {
    const locked = housePolicy({ rules: [denyPaths([lock], ['write-files', 'delete-files'], 'you')] })
    expect(locked(question([effect])).kind).toBe('ask')
  })

  test('a locked path is refused by name', () => {
    const locked = housePolicy({ rules: [denyPaths(['/src/*.lock'], ['write-files'], 'you')] })
    expect(locked(question([{ kind: 'write-files', path: '/src/a.lock' }], { mode: 'auto' }))).toMatchObject({
      kind: 'deny',
      reason: '/src/a.lock is locked.',
    })
    expect(locked(question([{ kind: 'write-files', path: '/src/a.txt' }], { mode: 'auto' })).kind).toBe('allow')
    expect(locked(question([{ kind: 'read-files', path: '/src/a.lock' }], { mode: 'auto' })).kind).toBe('allow')
  })
})
