// @vitest-environment happy-dom
import { createExecutor, defineTool } from '@parley/browser'
import type { ToolResult } from '@parley/dialects'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { UiApprovalResponse, UiToolPart } from '../ai-sdk/ui-tool-part.ts'
import { placeToDraw } from '../testing/place-to-draw.ts'
import { buttonIn, pressButton } from '../testing/press-button.ts'
import { ToolCallRenderer } from './tool-call-renderer.tsx'

const double = defineTool({
  name: 'double',
  description: 'Doubles a number.',
  parameters: z.object({ value: z.number() }),
  effects: () => [{ kind: 'run-code' }],
  preview: ({ value }) => `Double ${value}`,
  execute: ({ value }) => value * 2,
})
const executor = createExecutor([double])

const drawn = placeToDraw()

const results: ToolResult[] = []
const answers: UiApprovalResponse[] = []
const show = (part: Partial<UiToolPart>, complete = true) => {
  const whole: UiToolPart = { type: 'tool-double', toolCallId: 'call_1', state: 'input-available', input: { value: 21 }, ...part }
  drawn.root.render(
    <ToolCallRenderer
      part={whole}
      executor={executor}
      complete={complete}
      onResult={(result) => results.push(result)}
      onApproval={(answer) => void answers.push(answer)}
    />,
  )
}
const stage = (name: string) =>
  vi.waitFor(() => {
    if (!drawn.place.querySelector(`[data-stage="${name}"]`)) throw new Error(drawn.place.innerHTML)
  }, 30_000)
const button = (name: RegExp) => buttonIn(drawn.place, name)

describe('ToolCallRenderer with a part of a UIMessage', () => {
  it('writes the arguments as they come, then asks, runs, and hands the result over once', async () => {
    results.length = 0
    show({ state: 'input-streaming', input: undefined, rawInput: '{"value": 2' })
    await stage('streaming')
    expect(drawn.place.textContent).toContain('value: 2')
    show({})
    await stage('awaiting')
    expect(drawn.place.textContent).toContain('Double 21')
    await pressButton(drawn.place, /^Execute/)
    await expect.poll(() => results).toHaveLength(1)
    show({ state: 'output-available', output: 42 })
    await stage('succeeded')
    expect(results).toMatchObject([{ callId: 'call_1', data: 42 }])
    expect(button(/^Run again/)).toBeUndefined()
  })

  it('asks nothing while the answer around it may still break off', async () => {
    show({}, false)
    await stage('streaming')
    expect(drawn.place.textContent).toContain('value: 21')
    expect(button(/^Execute/)).toBeUndefined()
    show({}, true)
    await stage('awaiting')
  })

  it('does not run a call that the message has answered in the meantime', async () => {
    show({})
    await stage('awaiting')
    show({ state: 'output-error', errorText: 'The user went on.' })
    await stage('failed')
    expect(button(/^Execute/)).toBeUndefined()
  })

  it.each<[string, string, Partial<UiToolPart>]>([
    ['42', 'succeeded', { state: 'output-available', output: 42 }],
    ['no such number', 'failed', { state: 'output-error', errorText: 'no such number' }],
    ['too large', 'rejected', { state: 'output-denied', approval: { id: 'x', approved: false, reason: 'too large' } }],
    ['not JSON', 'failed', { state: 'output-error', input: '{"value": not JSON', errorText: 'It could not be read.' }],
  ])('shows %s where the message says how it ended: %s', async (words, name, part) => {
    results.length = 0
    show(part)
    await stage(name)
    if (name !== 'failed') drawn.place.querySelector<HTMLElement>('[aria-expanded="false"]')?.click()
    await expect.poll(() => drawn.place.textContent).toContain(words)
    expect(results).toEqual([])
  })
})

describe('a tool of the server', () => {
  const approval = { id: 'approval-1', requestReason: 'It deletes the index.' }
  const part: Partial<UiToolPart> = { type: 'dynamic-tool', toolName: 'reindex', input: { all: true } }

  it('says why it asks, and passes the yes on', async () => {
    answers.length = 0
    show({ ...part, state: 'approval-requested', approval })
    await stage('awaiting')
    expect(drawn.place.textContent).toContain('It deletes the index.')
    expect(button(/^Edit/)).toBeUndefined()
    await pressButton(drawn.place, /^Call/)
    expect(answers).toEqual([{ id: 'approval-1', approved: true }])
    show({ ...part, state: 'approval-responded', approval: { ...approval, approved: true } })
    await stage('running')
  })

  it('passes the no on, and shows nothing to press afterwards', async () => {
    answers.length = 0
    show({ ...part, state: 'approval-requested', approval })
    await stage('awaiting')
    await pressButton(drawn.place, /^Reject/)
    expect(answers).toEqual([{ id: 'approval-1', approved: false }])
    show({ ...part, state: 'approval-responded', approval: { ...approval, approved: false } })
    await stage('rejected')
    expect(button(/^Call/)).toBeUndefined()
  })

  it('shows code to its end before it may be approved', async () => {
    const code = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n')
    const { scrollTo, end } = layOutRows(20, 600)
    try {
      show({ ...part, input: { code }, state: 'approval-requested', approval })
      await stage('awaiting')
      await expect.poll(() => button(/^Read on370 lines unseen/)).toBeDefined()
      expect(button(/^Call/)).toBeUndefined()
      scrollTo(370)
      await expect.poll(() => button(/^Call/)).toBeDefined()
    } finally {
      end()
    }
  })
})

/** A page of rows: each `height` high, in a window of the given height. */
function layOutRows(height: number, window: number): { scrollTo(row: number): void; end(): void } {
  let top = 0
  const original = HTMLElement.prototype.getBoundingClientRect
  HTMLElement.prototype.getBoundingClientRect = function rect(this: HTMLElement) {
    const row = [...document.querySelectorAll('[data-row]')].indexOf(this)
    if (row === -1) return new DOMRect(0, 0, 800, window)
    return new DOMRect(0, (row - top) * height, 800, height)
  }
  return {
    scrollTo(row) {
      top = row
      document.dispatchEvent(new Event('scroll'))
    },
    end() {
      HTMLElement.prototype.getBoundingClientRect = original
    },
  }
}
