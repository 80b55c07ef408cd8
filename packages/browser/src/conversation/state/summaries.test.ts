import type { Message, Summary } from '@parley/dialects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ThreadNode } from '../../storage/thread-store.ts'
import { blankThread } from '../conversation.ts'
import { pathTo } from './message-tree.ts'
import { toRequest } from './stored-state.ts'
import { toldPath, toSummarise } from './summaries.ts'

const call = { type: 'tool-call', id: 'c', name: 'read', input: {} } as const
const result = { type: 'tool-result', callId: 'c', name: 'read', outcome: 'ok', content: [{ type: 'text', text: 'r' }] } as const

function message(id: string, kind: 'user' | 'answer' | 'call' | 'result'): Message {
  if (kind === 'user') return { role: 'user', id, parts: [{ type: 'text', text: `asks ${id}` }] }
  if (kind === 'result') return { role: 'tool', id, parts: [result] }
  return { role: 'assistant', id, parts: kind === 'call' ? [call] : [{ type: 'text', text: `says ${id}` }] }
}

/** Turns with and without calls, and a second branch beside the first turn. */
const threads = fc
  .record({ turns: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 8 }), marks: fc.array(fc.nat({ max: 60 })) })
  .map(({ turns, marks }) => {
    const nodes: ThreadNode[] = []
    const add = (kind: Parameters<typeof message>[1], parentId: string | undefined) => {
      const id = `n${nodes.length}`
      nodes.push({
        threadId: 't',
        id,
        ...(parentId !== undefined && { parentId }),
        order: nodes.length,
        message: message(id, kind),
        createdAt: 0,
      })
      return id
    }
    let head: string | undefined
    for (const calls of turns) {
      head = add('user', head)
      for (let count = 0; count < calls; count++) head = add('result', add('call', head))
      head = add('answer', head)
    }
    add('answer', add('user', undefined))
    const summaries = marks.map(
      (mark, index): Summary => ({
        upTo: nodes[mark % nodes.length]?.id ?? '',
        text: `S${index}`,
        model: 'm',
        createdAt: index,
      }),
    )
    return { thread: { ...blankThread('t', 0), ...(head !== undefined && { head }), summaries }, nodes, drafts: [] }
  })

const textOf = (messages: readonly Message[]) => JSON.stringify(messages)

describe('a summed-up thread', () => {
  it('tells and hides together everything, in its order, whatever summaries there are', () => {
    fc.assert(
      fc.property(threads, (stored) => {
        const { hidden, told, summary } = toldPath(stored)
        expect([...hidden, ...told]).toEqual(pathTo(stored.nodes, stored.thread.head))
        expect(summary === undefined).toBe(hidden.length === 0)
        if (summary) expect(hidden.at(-1)?.id).toBe(summary.upTo)
      }),
    )
  })

  it('never tells a result without its call, nor a call without its result', () => {
    fc.assert(
      fc.property(threads, (stored) => {
        const { told } = toldPath(stored)
        expect([undefined, 'user']).toContain(told[0]?.message.role)
      }),
    )
  })

  it('is told word for word again when its summaries are taken away', () => {
    fc.assert(
      fc.property(threads, ({ thread: { summaries, ...thread }, ...stored }) => {
        const plain = toRequest({ model: 'm' }, { ...stored, thread }, [])
        const summed = toRequest({ model: 'm' }, { ...stored, thread: { ...thread, summaries } }, [])
        const taken = toRequest({ model: 'm' }, { ...stored, thread: { ...thread, summaries: [] } }, [])
        expect(taken).toEqual(plain)
        const { summary, told } = toldPath({ thread: { ...thread, summaries }, nodes: stored.nodes })
        if (!summary) {
          expect(summed).toEqual(plain)
          return
        }
        const rest = ({ messages }: typeof plain) => messages.slice(messages.length - Math.max(0, told.length - 1))
        expect(rest(summed)).toEqual(rest(plain))
        expect(textOf(summed.messages)).toContain(`\\n${summary.text}\\n`)
        expect(summed.messages.filter(({ role }) => role === 'system')).toEqual([])
      }),
    )
  })

  it('keeps the last two turns, and sums up nothing before there is something', () => {
    fc.assert(
      fc.property(threads, (stored) => {
        const part = toSummarise(stored)
        const turns = toldPath(stored).told.filter(({ message: { role } }) => role === 'user').length
        expect(part !== undefined).toBe(turns > 2)
        if (!part) return
        const summaries = [...(stored.thread.summaries ?? []), { upTo: part.upTo, text: 'new', model: 'm', createdAt: 99 }]
        const after = toldPath({ ...stored, thread: { ...stored.thread, summaries } })
        expect(after.summary?.text).toBe('new')
        expect(after.told.filter(({ message: { role } }) => role === 'user')).toHaveLength(2)
      }),
    )
  })
})
