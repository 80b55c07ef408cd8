import { expect, test } from 'vitest'
import { deniedWords, resultText } from './outcome-words.ts'

test('a model that was told no hears that nothing ran, that nothing failed, and why', () => {
  expect(deniedWords('  Use 7 instead.\n')).toBe(
    'The user rejected this call with this reason: Use 7 instead.\nIt was not executed. This is not a tool or system failure. Do not repeat it or reach the same effect another way. Follow the reason given.',
  )
})

test('a reason of nothing but spaces is none, and a no without words says the same', () => {
  expect(deniedWords('  ')).toBe(deniedWords())
  expect(resultText({ type: 'tool-result', callId: 'c', name: 'f', outcome: 'denied', content: [] })).toBe(deniedWords())
})
