import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../canonical/message.ts'
import type { ToolResult } from '../../canonical/part.ts'
import { closeOpenCalls } from './close-open-calls.ts'
import { type CallIdForm, rewriteCallIds } from './vendor-names.ts'

const plain: CallIdForm = { accepts: /^[a-zA-Z0-9_-]{1,40}$/, mint: (seed) => `call_${seed}` }
const nine: CallIdForm = { accepts: /^[a-zA-Z0-9]{9}$/, mint: (seed) => seed.slice(-9) }

const historyOf = (turns: readonly (readonly string[])[]): Message[] =>
  turns.flatMap((ids, turn): Message[] => [
    { role: 'assistant', id: `a${turn}`, parts: ids.map((id) => ({ type: 'tool-call', id, name: `t${turn}`, input: {} })) },
    {
      role: 'tool',
      id: `r${turn}`,
      parts: ids.map((callId): ToolResult => ({ type: 'tool-result', callId, name: `t${turn}`, outcome: 'ok', content: [] })),
    },
  ])

const idsOf = (messages: readonly Message[]) =>
  messages.flatMap((message) =>
    message.role === 'assistant' ? message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])) : [],
  )
const answeredIds = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === 'tool' ? message.parts.map((part) => part.callId) : []))

const id = fc.oneof(fc.string(), fc.constantFrom('call_1', 'call_2', 'functions.read:0', 'abcdefghi'))
const turns = fc.array(fc.array(id, { minLength: 1, maxLength: 3 }), { maxLength: 6 })

describe('rewriteCallIds', () => {
  for (const [title, form] of [
    ['forty plain characters', plain],
    ['exactly nine characters', nine],
  ] as const) {
    it(`gives every call its own accepted id and its result the same one: ${title}`, () => {
      fc.assert(
        fc.property(turns, (given) => {
          const settled = rewriteCallIds(closeOpenCalls(historyOf(given)), form)
          const ids = idsOf(settled)
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids.every((own) => form.accepts.test(own))).toBe(true)
          expect(answeredIds(settled)).toEqual(ids)
        }),
      )
    })

    it(`never changes an earlier id because of what came later: ${title}`, () => {
      fc.assert(
        fc.property(turns, turns, (before, after) => {
          const short = idsOf(rewriteCallIds(closeOpenCalls(historyOf(before)), form))
          const long = idsOf(rewriteCallIds(closeOpenCalls(historyOf([...before, ...after])), form))
          expect(long.slice(0, short.length)).toEqual(short)
        }),
      )
    })
  }

  it('keeps an accepted id, and renames only its second bearer', () => {
    const [first, second] = idsOf(rewriteCallIds(historyOf([['call_1'], ['call_1']]), plain))
    expect(first).toBe('call_1')
    expect(second).toMatch(/^call_[0-9a-z]{14}$/)
  })

  it('survives an id that equals what an earlier one was renamed to', () => {
    const minted = idsOf(rewriteCallIds(historyOf([['a b']]), plain))[0]!
    const ids = idsOf(rewriteCallIds(historyOf([['a b'], [minted]]), plain))
    expect(ids[0]).toBe(minted)
    expect(ids[1]).not.toBe(minted)
  })
})
