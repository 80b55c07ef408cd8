import type { CallState, KnownCall, ThreadState } from '@parley/browser'
import { describe, expect, it } from 'vitest'
import { englishWords as english } from '../language/words.tsx'
import { announcementsBetween } from './announcer.tsx'

const speaker = { words: english, titleOf: (tool: string) => `<${tool}>` } as const

const call = (stage: KnownCall['stage'], sentence?: string): KnownCall => ({
  stage,
  key: 'm#0',
  messageId: 'm',
  place: { index: 0, count: 1 },
  progress: [],
  ...(sentence !== undefined && { preview: { sentence } }),
  record: {
    key: 'm#0',
    threadId: 't',
    messageId: 'm',
    position: 0,
    call: { type: 'tool-call', id: 'c', name: 'write_file', input: {} },
    hash: 'h',
    phase: 'pending',
    version: 1,
    attempt: 0,
    questions: [],
    createdAt: 0,
  },
})

const state = (...calls: readonly CallState[]): ThreadState => ({
  id: 't',
  title: '',
  mode: 'ask',
  messages: [],
  calls: new Map(calls.map((each) => [each.key, each])),
  status: { kind: 'idle' },
})

const end = (stage: KnownCall['stage'], sentence?: string) =>
  announcementsBetween(state(call('running')), state(call(stage, sentence)), speaker).map(({ text }) => text)

describe('announcementsBetween', () => {
  it('announces a waiting call once, as soon as its sentence is known', () => {
    const unknown = state(call('awaiting'))
    const known = state(call('awaiting', 'Overwrite /a'))
    expect(announcementsBetween(state(), unknown, speaker)).toEqual([])
    expect(announcementsBetween(unknown, known, speaker)).toEqual([
      { text: 'Waiting for you: Overwrite /a. 1 call waits. Press F8 to go to it.', urgent: false },
    ])
    expect(announcementsBetween(known, state(call('awaiting', 'Overwrite /a')), speaker)).toEqual([])
  })
  it('interrupts for a failure, and not for a success', () => {
    expect(announcementsBetween(state(call('running')), state(call('failed')), speaker)[0]?.urgent).toBe(true)
    expect(announcementsBetween(state(call('running')), state(call('succeeded')), speaker)[0]?.urgent).toBe(false)
  })
  it('says how a call stands and the sentence of its card, never the name that models use', () => {
    expect(end('succeeded', 'Overwrite /a')).toEqual(['Done: Overwrite /a.'])
    expect(end('failed', 'Overwrite /a')).toEqual(['Failed: Overwrite /a.'])
    expect(end('blocked')).toEqual(['Blocked by rule: <write_file>.'])
  })
  it('does not call a call unreadable that was read and waits to be taken up', () => {
    const offer = { type: 'tool-call', id: 'c', name: 'write_file', input: {} } as const
    const broken = { type: 'broken-call', id: 'c', source: '…', problem: 'Written in another dialect.', offer } as const
    const { record, ...rest } = call('malformed')
    const offered = state({ ...rest, record: { ...record, broken } })
    expect(announcementsBetween(state(call('judging')), offered, speaker)).toEqual([
      { text: 'Waits to be taken up: Written in another dialect. 1 call waits. Press F8 to go to it.', urgent: false },
    ])
  })
  it('says nothing when another thread is opened', () => {
    expect(announcementsBetween({ ...state(), id: 'other' }, state(call('awaiting', 'x')), speaker)).toEqual([])
  })
})
