import { expect, test } from 'vitest'
import { reportLines } from './report.ts'

test('a report is read line by line: what came of it, each step, each case, and the nearest dialect', () => {
  const lines = reportLines({
    sentence: 'The template was refused.',
    steps: [{ step: 'derive', outcome: 'failed', sentence: 'No call was found.' }],
    cases: [
      { name: 'null', outcome: 'limit', sentence: 'read as text' },
      { name: 'one string', outcome: 'passed' },
    ],
    nearest: 'hermes',
  })
  expect(lines).toEqual([
    'The template was refused.',
    '✗ derive: No call was found.',
    '  ! null: read as text',
    '  ✓ one string',
    'Nearest dialect: hermes',
  ])
})
