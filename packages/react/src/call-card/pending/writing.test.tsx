// @vitest-environment happy-dom
import { createExecutor, defineTool, memoryThreadStorage } from '@parley/browser'
import type { ToolResult } from '@parley/dialects'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ToolCallRenderer } from '../../renderer/tool-call-renderer.tsx'
import { pressButton } from '../../testing/press-button.ts'

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  parameters: z.object({ to: z.string() }),
  execute: ({ to }) => `Paid to ${to}.`,
})
const part = { type: 'tool-call', id: 'call_1', name: 'pay', input: { to: 'somebody' } } as const
const executor = createExecutor([pay])

let place: HTMLElement
let root: Root
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})

const results: ToolResult[] = []
function drawAnew(storage: ReturnType<typeof memoryThreadStorage>) {
  root.unmount()
  root = createRoot(place)
  root.render(<ToolCallRenderer part={part} executor={executor} storage={storage} onResult={(result) => results.push(result)} />)
}

const field = <Kind extends HTMLElement>(selector: string) =>
  vi.waitFor(() => {
    const found = place.querySelector<Kind>(selector)
    if (!found) throw new Error(place.textContent ?? '')
    return found
  }, 30_000)

function type(input: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

it('an edit stays open when its card is drawn anew, with what was typed, and runs as it was typed', async () => {
  const storage = memoryThreadStorage()
  drawAnew(storage)
  await pressButton(place, /^Edit/)
  type(await field<HTMLInputElement>('input'), 'the baker')
  drawAnew(storage)
  const kept = await field<HTMLInputElement>('input')
  expect(kept.value).toBe('the baker')
  await pressButton(place, /^Execute edited/)
  await expect.poll(() => results).toMatchObject([{ data: { result: 'Paid to the baker.' } }])
})

it('a reason stays, too, until its box is closed', async () => {
  const storage = memoryThreadStorage()
  drawAnew(storage)
  const card = await field<HTMLElement>('[data-call-key]')
  card.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }))
  type(await field<HTMLTextAreaElement>('textarea'), 'Too dear.')
  drawAnew(storage)
  const kept = await field<HTMLTextAreaElement>('textarea')
  expect(kept.value).toBe('Too dear.')
  kept.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.poll(() => place.querySelector('textarea')).toBeNull()
  drawAnew(storage)
  await field('[data-action="primary"]')
  expect(place.querySelector('textarea')).toBeNull()
})
