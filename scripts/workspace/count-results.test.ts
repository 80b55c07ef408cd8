import { expect, test } from 'vitest'
import { countPlaywright, countVitest, judge } from './count-results.mjs'

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((each) => ({ status: each })) })

test('passed, failed and skipped tests are counted', () => {
  expect(countVitest({ testResults: [file('passed', 'passed', 'pending'), file('failed', 'passed', 'failed')] })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
  })
})

test('a file that could not be loaded is a failure', () => {
  expect(countVitest({ testResults: [file('failed')] })).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a browser test that passed only at the second try has failed', () => {
  expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] })).toEqual({
    passed: 3,
    failed: 3,
    skipped: 2,
  })
})

test('a suite that ran nothing has failed', () => {
  expect(judge({ passed: 0, failed: 0, skipped: 4 }, 0).failed).toBe(1)
})

test('a suite that ended badly with every test green has failed', () => {
  expect(judge({ passed: 9, failed: 0, skipped: 0 }, 1).failed).toBe(1)
})

test('a suite that ended well is taken at its word', () => {
  expect(judge({ passed: 9, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 9, failed: 0, skipped: 1 })
})
