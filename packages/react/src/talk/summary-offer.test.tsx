// @vitest-environment happy-dom
import type { Conversation, ThreadState } from '@parley/browser'
import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { placeToDraw } from '../testing/place-to-draw.ts'
import { buttonIn, pressButton } from '../testing/press-button.ts'
import { SummaryOffer } from './summary-offer.tsx'

const drawn = placeToDraw()

const after = (tokens: number, more: object = {}) =>
  ({
    id: 't',
    messages: [
      { role: 'user', id: 'u', parts: [{ type: 'text', text: 'Hello' }] },
      { role: 'assistant', id: 'a', createdAt: 1, parts: [], usage: { inputTokens: tokens, outputTokens: 0 } },
    ],
    calls: new Map(),
    status: { kind: 'idle' },
    ...more,
  }) as unknown as ThreadState // The offer looks at nothing else.

const draw = (conversation: Conversation, state: ThreadState, size: number | undefined) =>
  flushSync(() => drawn.root.render(<SummaryOffer conversation={conversation} state={state} contextTokens={size} />))

const said = () => drawn.place.textContent ?? ''

it('is made once the context is nearly full, is gone for a tenth when it is declined, and shows what it does until it is done', async () => {
  const ended = Promise.withResolvers<{ ok: true }>()
  const conversation = { id: 'offered', summarise: () => ended.promise } as unknown as Conversation // Nothing else is called.
  draw(conversation, after(740), 1000)
  expect(said()).toBe('')
  draw(conversation, after(760), 1000)
  expect(said()).toContain('76')
  await pressButton(drawn.place, /Later|Not now/i)
  await vi.waitFor(() => expect(said()).toBe(''))
  draw(conversation, after(840), 1000)
  expect(said()).toBe('')
  draw(conversation, after(870), 1000)
  expect(said()).toContain('87')
  await pressButton(drawn.place, /^Summarise/)
  await vi.waitFor(() => expect(buttonIn(drawn.place, /^Stop/)).toBeDefined())
  ended.resolve({ ok: true })
  // The summary stands in the state from then on, and what was counted before it counts no more.
  draw(conversation, after(870, { summary: { text: 'Short.', hidden: ['u'], createdAt: 2 } }), 1000)
  await vi.waitFor(() => expect(said()).toBe(''))
})

it('is not made while an answer comes, nor where nobody knows the size', () => {
  const conversation = { id: 'not offered' } as unknown as Conversation
  for (const [state, size] of [
    [after(990, { status: { kind: 'answering' } }), 1000],
    [after(990), undefined],
  ] as const) {
    draw(conversation, state, size)
    expect(drawn.place.childElementCount).toBe(0)
  }
})

it('is made for a conversation on the server as for one in the browser, also where a question had no answer', () => {
  draw({ id: 'on the server' } as unknown as Conversation, after(990, { server: {}, status: { kind: 'unanswered' } }), 1000)
  expect(said()).toContain('99 %')
  expect(buttonIn(drawn.place, /^Summarise/)).toBeDefined()
  expect(buttonIn(drawn.place, /^Not now/)).toBeDefined()
})
