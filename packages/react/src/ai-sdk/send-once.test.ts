import { describe, expect, it } from 'vitest'
import { sendOnce } from './send-once.ts'
import type { UiToolPart } from './ui-tool-part.ts'

const step = { type: 'step-start' }
const call = (id: string, state: UiToolPart['state'], more: Partial<UiToolPart> = {}): UiToolPart => ({
  type: 'tool-add_note',
  toolCallId: id,
  state,
  input: {},
  ...more,
})
const user = { id: 'u', role: 'user', parts: [{ type: 'text' }] }
const chat = (...parts: readonly { readonly type: string; readonly state?: unknown }[]) => ({
  messages: [user, { id: 'a', role: 'assistant', parts }],
})

describe('sendOnce', () => {
  it('waits until every call of the last step has ended', () => {
    const send = sendOnce()
    expect(send(chat(step, call('1', 'output-available'), call('2', 'input-available')))).toBe(false)
    expect(send(chat(step, call('1', 'output-available'), call('2', 'approval-requested')))).toBe(false)
    expect(send(chat(step, call('1', 'output-available'), call('2', 'output-error')))).toBe(true)
  })

  it('says no to what it has already sent, and yes to the next step', () => {
    const send = sendOnce()
    const first = chat(step, call('1', 'output-available'))
    expect([send(first), send(first), send(first)]).toEqual([true, false, false])
    expect(send(chat(step, call('1', 'output-available'), step, call('2', 'output-available')))).toBe(true)
  })

  it('takes the same id in another message for another call', () => {
    const send = sendOnce()
    expect(send(chat(step, call('1', 'output-available')))).toBe(true)
    const later = { id: 'b', role: 'assistant', parts: [step, call('1', 'output-available')] }
    expect(send({ messages: [user, later] })).toBe(true)
  })

  it('sends a decision and later the result of the same call', () => {
    const send = sendOnce()
    const approval = { id: 'x', approved: true }
    expect(send(chat(step, call('1', 'approval-responded', { approval })))).toBe(true)
    expect(send(chat(step, call('1', 'approval-responded', { approval })))).toBe(false)
    expect(send(chat(step, call('1', 'output-available', { approval })))).toBe(true)
  })

  it('says nothing after an answer without calls, to text that still comes, or to a call that ran at the vendor', () => {
    const send = sendOnce()
    expect(send(chat(step, { type: 'text', state: 'done' }))).toBe(false)
    expect(send(chat(step, call('1', 'output-available'), { type: 'text', state: 'streaming' }))).toBe(false)
    expect(send(chat(step, call('2', 'output-available', { providerExecuted: true })))).toBe(false)
    expect(send({ messages: [user] })).toBe(false)
    expect(send({ messages: [] })).toBe(false)
  })

  it('stops a model that writes one unreadable call after the other', () => {
    const send = sendOnce({ maxSteps: 5 })
    const parts: { type: string }[] = []
    let sends = 0
    for (let turn = 0; turn < 50; turn++) {
      parts.push(step, call(`${turn}`, 'output-error'))
      if (send(chat(...parts))) sends++
    }
    expect(sends).toBe(4)
  })
})
