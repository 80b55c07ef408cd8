import type { Effect } from '@parley/browser'
import { describe, expect, it } from 'vitest'
import { englishWords as english, loadWords } from '../../language/words.tsx'
import { knownAfter, knownBefore, reachWords, scopeText } from './effect-words.ts'

const code = { kind: 'run-code' } as const
const anywhere: readonly Effect[] = (['read-files', 'write-files', 'delete-files'] as const).map((kind) => ({ kind, path: '/' }))
const before = (effects: readonly Effect[], mentions: readonly Effect[] = []) =>
  knownBefore(effects, mentions, english).join(' · ')

describe('what is known before', () => {
  it('says of a program with files only what it names, and what it may do besides', () => {
    const mentions = [{ kind: 'read-files', path: '/sales.csv' }] as const
    expect(before([code, ...anywhere], mentions)).toBe('reads /sales.csv · may write files · may delete files · no network')
  })
  it('says of a program without files that it has none', () => {
    expect(before([code])).toBe('no files · no network')
  })
  it('names the host', () => {
    expect(before([code, { kind: 'network', host: 'api.example.com' }])).toBe('no files · reaches api.example.com')
  })
  it('says of a file tool what it does', () => {
    expect(before([{ kind: 'delete-files', path: '/src/App.tsx' }])).toBe('deletes /src/App.tsx · no network')
  })
  it('promises nothing about a tool of which nobody said what it touches', () => {
    expect(before([{ kind: 'unknown' }, code])).toBe('may do anything')
  })
})

describe('an effect of the page itself', () => {
  const mail = { kind: 'own', name: 'send-mail', target: 'anna@example.com', does: 'write' } as const
  const said = { ...mail, says: 'sends a mail to anna@example.com', done: 'sent a mail to anna@example.com' }
  it('is said in the words of the page, and nothing is promised of how it does it', () => {
    expect(before([said])).toBe('sends a mail to anna@example.com')
    expect(before([code, said])).toBe('sends a mail to anna@example.com')
    expect(before([{ kind: 'write-files', path: '/out.md' }, said])).toBe('sends a mail to anna@example.com · writes /out.md')
    expect(knownAfter([said], english)).toEqual(['sent a mail to anna@example.com'])
  })
  it('stands in another language where the page has words for it', async () => {
    const both = { ...mail, says: { message: 'sends a mail', in: { de: 'schickt eine Mail' } } }
    expect(knownBefore([both], [], await loadWords('de'))).toEqual(['schickt eine Mail'])
  })
  it('is part of what a grant reaches', () => {
    const scope = { kind: 'effects', effects: [said] } as const
    expect(reachWords(scope, english)).toBe('sends a mail to anna@example.com')
    expect(scopeText({ tool: 'send_mail', scope })).toBe('send_mail(own send-mail anna@example.com)')
  })
})

describe('what it did', () => {
  it('begins with the gravest, and counts what is too long to list', () => {
    const reads = ['/a', '/b', '/c', '/d', '/e'].map((path) => ({ kind: 'read-files', path }) as const)
    expect(knownAfter([...reads, { kind: 'delete-files', path: '/src/App.tsx' }], english)).toEqual([
      'deleted /src/App.tsx',
      'read /a, /b, /c and 2 more',
    ])
  })
})

describe('what a grant reaches', () => {
  it('is said in words, and stored exactly', () => {
    const scope = { kind: 'effects', effects: [code, { kind: 'read-files', path: '/src/**' }] } as const
    expect(reachWords(scope, english)).toBe('reads /src/** · no network')
    expect(scopeText({ tool: 'run', scope })).toBe('run(run-code, read-files /src/**)')
  })
})
