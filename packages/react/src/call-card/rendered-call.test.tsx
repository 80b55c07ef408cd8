// @vitest-environment happy-dom
import { createExecutor, type Done, defineTool, memoryThreadStorage, type ToolState } from '@parley/browser'
import type { JsonValue, ToolResult } from '@parley/dialects'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { ToolCallRenderer, type ToolCallRendererProps } from '../renderer/tool-call-renderer.tsx'
import type { ToolRender } from './call-actions.tsx'

const record = defineTool({
  name: 'record',
  description: 'Records something.',
  parameters: z.object({ name: z.string(), fails: z.boolean().optional() }),
  effects: [{ kind: 'ask-person' }],
  async execute({ name, fails }, { human }) {
    const answer = await human({ question: `Record ${name}?` })
    if (fails) throw new Error('The drawer is stuck.')
    return answer === 'confirmed' ? { success: true } : { success: false }
  },
})
const risky = defineTool({ ...record.spec, parameters: z.object({ name: z.string() }), execute: () => 'done' })

/** What the page was told while it drew, and the button it keeps in every state. */
const seen: { states: ToolState[]; resume?: (value: JsonValue) => Promise<Done> } = { states: [] }
const Recorder: ToolRender = ({ args, state, payload, result, resume }) => {
  useEffect(() => {
    if (seen.states.at(-1) !== state) seen.states.push(state)
    seen.resume = resume
  })
  return (
    <p>
      {state}: {String(args['name'])} {JSON.stringify(payload)} {result?.outcome} {JSON.stringify(result?.data)}
    </p>
  )
}
const renders = new Map([['record', Recorder]])

let place: HTMLElement
let root: Root
beforeEach(() => {
  seen.states = []
  delete seen.resume
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})

const until = (text: string) => expect.poll(() => place.textContent).toContain(text)
const draw = (more: Partial<ToolCallRendererProps> = {}, input = {}) => {
  const results: ToolResult[] = []
  const part = { type: 'tool-call', id: 'call_1', name: 'record', input: { name: 'tea', ...input } } as const
  const executor = createExecutor([record])
  root.render(
    <ToolCallRenderer part={part} executor={executor} renders={renders} onResult={(result) => results.push(result)} {...more} />,
  )
  return results
}

it('draws the call in the words of the page, from the question to the result', async () => {
  const results = draw()
  await until('requires-action: tea {"question":"Record tea?"}')
  expect(place.querySelector('[data-call-key]')?.getAttribute('data-tool-state')).toBe('requires-action')
  expect(await seen.resume?.('confirmed')).toEqual({ ok: true })
  await until('output-available: tea  ok {"success":true}')
  expect(results).toMatchObject([{ callId: 'call_1', data: { success: true } }])
  expect(seen.states.filter((state) => state !== 'idle')).toEqual(
    expect.arrayContaining(['running', 'requires-action', 'output-available']),
  )
  expect(seen.states.indexOf('requires-action')).toBeLessThan(seen.states.indexOf('output-available'))
})

it('says why when an answer comes in the wrong state, and nothing happens a second time', async () => {
  const results = draw()
  await until('requires-action')
  const [first, second] = await Promise.all([seen.resume?.('confirmed'), seen.resume?.('cancelled')])
  expect(first).toEqual({ ok: true })
  expect(second).toMatchObject({ ok: false, error: expect.stringContaining('This call is not waiting for an answer: ') })
  await until('output-available')
  expect(await seen.resume?.('cancelled')).toMatchObject({
    ok: false,
    error: 'This call is not waiting for an answer: it has its result already.',
  })
  expect(results).toHaveLength(1)
  expect(results[0]?.data).toEqual({ success: true })
})

it('draws a failure with its reason', async () => {
  draw({}, { fails: true })
  await until('requires-action')
  await seen.resume?.('confirmed')
  await until('error: tea  error')
})

it('does not stand in for the question whether the call may run at all', async () => {
  draw({ executor: createExecutor([risky]) })
  await expect.poll(() => place.querySelector('[data-stage="awaiting"]')).not.toBeNull()
  expect(seen.states).toEqual(expect.not.arrayContaining(['requires-action']))
  expect([...place.querySelectorAll('button')].some((button) => button.textContent?.startsWith('Reject'))).toBe(true)
  expect(place.textContent).not.toContain('idle: tea')
})

it('a page that went away before its app was told hands the result over when it comes back, once', async () => {
  const storage = memoryThreadStorage()
  draw({ storage })
  await until('requires-action')
  await seen.resume?.('confirmed')
  await until('output-available')
  root.unmount()
  root = createRoot(place)
  const told = draw({ storage, untold: true })
  await expect.poll(() => told).toHaveLength(1)
  root.unmount()
  root = createRoot(place)
  const silent = draw({ storage })
  await until('output-available')
  expect(silent).toEqual([])
})

it('for a part of a UI message that has no output, the app need not say that it was not told', async () => {
  const storage = memoryThreadStorage()
  const part = { type: 'tool-record', toolCallId: 'call_1', state: 'input-available', input: { name: 'tea' } } as const
  draw({ storage, part })
  await until('requires-action')
  await seen.resume?.('confirmed')
  await until('output-available')
  root.unmount()
  root = createRoot(place)
  const told = draw({ storage, part })
  await expect.poll(() => told).toMatchObject([{ data: { success: true } }])
})
