/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * Vitest's JSON report. A file that could not even be loaded has no tests in it and counts as one failure.
 *
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Count}
 */
export function countVitest(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = tests.filter((test) => test.status === 'passed').length
  const failed = tests.filter((test) => test.status === 'failed').length
  return { passed, failed: failed + unloaded.length, skipped: tests.length - passed - failed }
}

/**
 * Playwright's JSON report. A test that passed only at the second try has failed once, and once is enough.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

/**
 * What a suite comes to. One that ran nothing has failed, and so has one that ended badly with every test green.
 *
 * @param {Count} count @param {number} exitCode
 * @returns {Count}
 */
export function judge(count, exitCode) {
  const silent = count.passed + count.failed === 0
  const unexplained = exitCode !== 0 && count.failed === 0
  return silent || unexplained ? { ...count, failed: count.failed + 1 } : count
}
