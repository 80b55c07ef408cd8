import { describe, expect, it } from 'vitest'
import { englishWords as english } from '../language/words.tsx'
import { endNote } from './answer-message-view.tsx'

describe('what stands below an answer', () => {
  it('says so when the model ended without a word and without a call', () => {
    const { saidNothing } = english.thread
    expect(endNote({ progress: 'whole', parts: [] }, english)).toBe(saidNothing)
    expect(endNote({ progress: 'whole', parts: [{ type: 'text', text: ' \n' }] }, english)).toBe(saidNothing)
    expect(endNote({ progress: 'whole', parts: [{ type: 'reasoning', text: 'Hm.' }] }, english)).toBe(saidNothing)
  })

  it('is nothing while the answer may still come, when it says something, and when it calls', () => {
    expect(endNote({ progress: 'streaming', parts: [] }, english)).toBeUndefined()
    expect(endNote({ progress: 'cut', parts: [] }, english)).toBeUndefined()
    expect(endNote({ progress: 'whole', parts: [{ type: 'text', text: 'Yes.' }] }, english)).toBeUndefined()
    expect(endNote({ progress: 'whole', parts: [{ type: 'call', key: 'a' }] }, english)).toBeUndefined()
  })

  it('names the limit or the filter that ended it', () => {
    expect(endNote({ progress: 'whole', parts: [], reason: 'length' }, english)).toBe(english.thread.cutShort)
    expect(endNote({ progress: 'whole', parts: [], reason: 'filtered' }, english)).toBe(english.thread.filtered)
  })
})
