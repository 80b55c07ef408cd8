import type { CallState, KnownCall, ThreadState } from '@parley/browser'
import { describe, expect, it } from 'vitest'
import { english } from '../language/english.ts'
import { announcementsBetween } from './announcements.ts'

const words = english

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

describe('announcementsBetween', () => {
  it('announces a waiting call once, as soon as its sentence is known', () => {
    const unknown = state(call('awaiting'))
    const known = state(call('awaiting', 'Overwrite /a'))
    expect(announcementsBetween(state(), unknown, words)).toEqual([])
    expect(announcementsBetween(unknown, known, words)).toEqual([
      { text: 'write_file waits for you. Overwrite /a 1 call waits. Press F8 to go to it.', urgent: false },
    ])
    expect(announcementsBetween(known, state(call('awaiting', 'Overwrite /a')), words)).toEqual([])
  })
  it('interrupts for a failure, and not for a success', () => {
    expect(announcementsBetween(state(call('running')), state(call('failed')), words)[0]?.urgent).toBe(true)
    expect(announcementsBetween(state(call('running')), state(call('succeeded')), words)[0]?.urgent).toBe(false)
  })
  it('says nothing when another thread is opened', () => {
    expect(announcementsBetween({ ...state(), id: 'other' }, state(call('awaiting', 'x')), words)).toEqual([])
  })
})
