import { describe, expect, it } from 'vitest'
import { type PartProps, toUiPart } from './to-ui-part.ts'

const props = (more: Partial<PartProps>): PartProps => ({
  toolCallId: 'call_1',
  toolName: 'add_note',
  args: { text: 'milk' },
  argsText: '{"text":"milk"}',
  status: { type: 'running' },
  ...more,
})

describe('toUiPart', () => {
  it.each<[string, Partial<PartProps>, object]>([
    [
      'is being written while its text is cut off',
      { argsText: '{"text":"mi' },
      { state: 'input-streaming', rawInput: '{"text":"mi' },
    ],
    ['is complete once its text is', {}, { state: 'input-available', input: { text: 'milk' } }],
    [
      'waits for approval',
      { approval: { id: 'x', prompt: 'Really?' } },
      { state: 'approval-requested', approval: { id: 'x', requestReason: 'Really?' } },
    ],
    ['was approved', { approval: { id: 'x', approved: true } }, { state: 'approval-responded' }],
    ['expired without a decision', { approval: { id: 'x', resolution: 'expired' } }, { state: 'approval-responded' }],
    ['has a value', { result: { notes: 1 } }, { state: 'output-available', output: { notes: 1 } }],
    ['failed', { result: { error: 'disk full' }, isError: true }, { state: 'output-error', errorText: 'disk full' }],
    ['failed in plain words', { result: 'disk full', isError: true }, { state: 'output-error', errorText: 'disk full' }],
    [
      'was denied',
      { result: { error: 'no' }, isError: true, approval: { id: 'x', approved: false, reason: 'no' } },
      { state: 'output-denied', approval: { reason: 'no' } },
    ],
    [
      'was stopped',
      { status: { type: 'incomplete', reason: 'cancelled' } },
      { state: 'output-error', errorText: 'Stopped before it was answered.' },
    ],
  ])('a call that %s', (_, more, part) => {
    expect(toUiPart(props(more))).toMatchObject({ type: 'dynamic-tool', toolName: 'add_note', toolCallId: 'call_1', ...part })
  })
})
