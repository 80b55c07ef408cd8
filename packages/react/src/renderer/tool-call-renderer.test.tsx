// @vitest-environment happy-dom
import { createExecutor, defineTool } from '@parley/browser'
import type { ToolResult } from '@parley/dialects'
import { Suspense } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { LanguageProvider } from '../language/words.tsx'
import { placeToDraw } from '../testing/place-to-draw.ts'
import { buttonIn, pressButton } from '../testing/press-button.ts'
import { TextMessageRenderer } from './text-message-renderer.tsx'
import { ToolCallRenderer } from './tool-call-renderer.tsx'

const double = defineTool({
  name: 'double',
  description: 'Doubles a number.',
  parameters: z.object({ value: z.number() }),
  effects: () => [{ kind: 'run-code' }],
  preview: ({ value }) => ({ sentence: `Double ${value}` }),
  execute: async ({ value }) => value * 2,
})
const executor = createExecutor([double])

const drawn = placeToDraw()

const settle = (ready: () => boolean) =>
  vi.waitFor(() => {
    if (!ready()) throw new Error(drawn.place.textContent ?? '')
  }, 30_000)
const button = (name: RegExp) => buttonIn(drawn.place, name)

describe('ToolCallRenderer', () => {
  const call = { type: 'tool-call', id: 'call_1', name: 'double', input: { value: 21 } } as const

  it('shows what would happen, waits for Execute, and hands the result over once', async () => {
    const results: ToolResult[] = []
    drawn.root.render(<ToolCallRenderer part={call} executor={executor} onResult={(result) => results.push(result)} />)
    await settle(() => button(/^Execute/) !== undefined)
    expect(drawn.place.textContent).toContain('Double 21')
    expect(results).toEqual([])
    await pressButton(drawn.place, /^Execute/)
    await settle(() => drawn.place.querySelector('[data-stage="succeeded"]') !== null)
    expect(results).toMatchObject([{ callId: 'call_1', data: 42 }])
  })

  it('speaks Chinese', async () => {
    drawn.root.render(
      <LanguageProvider language="zh">
        <ToolCallRenderer part={call} executor={executor} onResult={() => {}} />
      </LanguageProvider>,
    )
    await settle(() => button(/^执行此 Tool Call/) !== undefined)
    expect(drawn.place.textContent).toContain('等待确认')
  })

  it('shows a call that could not be read with its problem', async () => {
    const broken = { type: 'broken-call', id: 'call_2', source: '{"name": "dou', problem: 'The call never ends.', at: 9 } as const
    drawn.root.render(<ToolCallRenderer part={broken} executor={executor} onResult={() => {}} />)
    await settle(() => button(/^Treat as text/) !== undefined)
    expect(drawn.place.textContent).toContain('The call never ends.')
    expect(drawn.place.textContent).toContain('Line 1, column 10')
  })
})

const renderText = (text: string, complete: boolean) =>
  drawn.root.render(
    <Suspense>
      <TextMessageRenderer id="m" text={text} complete={complete} dialect="hermes" executor={executor} onResult={() => {}} />
    </Suspense>,
  )

describe('TextMessageRenderer', () => {
  const text = '<tool_call>\n{"name": "double", "arguments": {"value": 4}}\n</tool_call>'

  it('reads nothing as a call before the text is complete', async () => {
    renderText(text, false)
    await settle(() => drawn.place.textContent.includes('tool_call'))
    expect(drawn.place.querySelector('[data-call-key]')).toBeNull()
    renderText(text, true)
    await settle(() => button(/^Execute/) !== undefined)
    expect(drawn.place.textContent).toContain('Double 4')
  })
})
