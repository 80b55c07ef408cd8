/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] | null }} UnitTest */
/** @typedef {{ status: string, name?: string, message?: string, assertionResults: UnitTest[] }} UnitFile */

/**
 * Vitest's JSON report. A file that could not even be loaded has no tests in it and counts as one failure.
 *
 * @param {{ testResults: UnitFile[] }} report
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

/**
 * What failed, in a line or two each: who reads only the end of a long run knows where to look.
 *
 * @param {{ testResults: UnitFile[] }} report
 * @returns {string[]}
 */
export function failedUnits({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name = '', message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [named(name, 'could not be loaded', message)]
      return failed.map(({ fullName = '', failureMessages }) => named(name, fullName, failureMessages?.[0]))
    })
}

/**
 * @typedef {object} BrowserSuite
 * @property {{ ok: boolean, title: string, file: string, line: number, tests: { results: { error?: { message?: string } }[] }[] }[]} [specs]
 * @property {BrowserSuite[]} [suites]
 */

/**
 * @param {BrowserSuite & { errors?: { message?: string }[] }} report
 * @returns {string[]}
 */
export function failedStories({ specs = [], suites = [], errors = [] }) {
  const here = specs
    .filter(({ ok, tests }) => !ok || tests.some(({ results }) => results.length > 1))
    .map(({ file, line, title, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message))
      return named(`${file}:${line}`, title, messages.find(Boolean))
    })
  return [...here, ...suites.flatMap(failedStories), ...errors.map(({ message }) => named('', 'outside of a story', message))]
}

// oxlint-disable-next-line no-control-regex -- the colours of a terminal begin with this character
const COLOURS = /\u001B\[[\d;]*m/gu

/** @param {string} file @param {string} title @param {string} [message] */
function named(file, title, message = '') {
  const [first = ''] = message.replace(COLOURS, '').trim().split('\n')
  return `✗ ${[file, title].filter(Boolean).join(' › ')}${first && `\n    ${first}`}`
}
