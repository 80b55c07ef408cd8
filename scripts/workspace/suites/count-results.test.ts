import { expect, test } from 'vitest'
import { countPlaywright, countVitest, failedStories, failedUnits, judge } from './count-results.mjs'

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((each) => ({ status: each })) })

const story = (ok: boolean, title: string, ...messages: (string | undefined)[]) => ({
  ok,
  title,
  file: 'a.spec.ts',
  line: 7,
  tests: [{ results: messages.map((message) => (message === undefined ? {} : { error: { message } })) }],
})

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

test('a unit test that failed is named with its file and the first line of what it said', () => {
  const failed = { status: 'failed', fullName: 'a law holds', failureMessages: ['\u001B[31mexpected 1\u001B[39m\n  at line 2'] }
  const loaded = { status: 'failed', name: 'a.test.ts', assertionResults: [{ status: 'passed', fullName: 'fine' }, failed] }
  const unloaded = { status: 'failed', name: 'b.test.ts', message: 'no such module', assertionResults: [] }
  expect(failedUnits({ testResults: [loaded, unloaded, file('passed', 'passed')] })).toEqual([
    '✗ a.test.ts › a law holds\n    expected 1',
    '✗ b.test.ts › could not be loaded\n    no such module',
  ])
})

test('a story that failed is named, however deep it stands, and one that passed only at the second try, too', () => {
  const inner = {
    specs: [story(true, 'fine', undefined), story(false, 'red', 'not seen\n  at'), story(true, 'late', 'once', undefined)],
  }
  expect(failedStories({ suites: [{ suites: [inner] }], errors: [{ message: 'no server' }] })).toEqual([
    '✗ a.spec.ts:7 › red\n    not seen',
    '✗ a.spec.ts:7 › late\n    once',
    '✗ outside of a story\n    no server',
  ])
})
