import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureStudio } from './workspace/build-studio.mjs'
import { ensureChromium } from './workspace/ensure-chromium.mjs'
import { ensureFloor } from './workspace/ensure-floor.mjs'
import { ensureLlama } from './workspace/ensure-llama.mjs'
import { ensurePostgres } from './workspace/ensure-postgres.mjs'
import { findNode } from './workspace/find-node.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { Advice, main, say } from './workspace/narrate.mjs'
import { root } from './workspace/root.mjs'
import { handOver } from './workspace/run.mjs'
import { countPlaywright, countVitest, failedStories, failedUnits, judge } from './workspace/suites/count-results.mjs'
import { inScratchFolder } from './workspace/suites/scratch-folder.mjs'

/**
 * @typedef {object} Suite
 * @property {string} title
 * @property {string} report where the tool leaves its JSON report
 * @property {readonly string[]} args for Node
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(report: any) => import('./workspace/suites/count-results.mjs').Count} count
 * @property {(report: any) => string[]} failures
 */

/** @param {string} name */
const reportFile = (name) => join(root, '.cache', `${name}-${process.pid}.json`)

/** @param {readonly string[]} rest @returns {Suite} */
function unitSuite(rest) {
  const report = reportFile('vitest')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest]
  return { title: 'Unit tests and laws', report, args, count: countVitest, failures: failedUnits }
}

/** @param {readonly string[]} rest @returns {Suite} */
function browserSuite(rest) {
  const report = reportFile('playwright')
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const args = [playwright, 'test', '--config', join(root, 'e2e', 'playwright.config.ts'), ...rest]
  return { title: 'Browser tests', report, args, env: { E2E_REPORT: report }, count: countPlaywright, failures: failedStories }
}

/** @param {Suite} suite */
async function runSuite({ title, report, args, env, count, failures }) {
  say(`\n${title}`)
  const code = await handOver(findNode(), args, env)
  try {
    const read = JSON.parse(readFileSync(report, 'utf8'))
    const counted = judge(count(read), code)
    const named = failures(read)
    return {
      ...counted,
      failures: counted.failed > 0 && named.length === 0 ? [`✗ ${title} ended badly (${code}), and no test says why`] : named,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`✗ ${title} ended without a report`] }
  } finally {
    rmSync(report, { force: true })
  }
}

/** @param {readonly ('unit' | 'browser')[]} chosen @param {readonly string[]} rest @param {Promise<void>} chromium */
async function runSuites(chosen, rest, chromium) {
  let passed = 0
  let failed = 0
  const failures = []
  for (const half of chosen) {
    if (half === 'browser') await chromium
    const suite = half === 'unit' ? unitSuite(rest) : browserSuite(rest)
    const count = await runSuite(suite)
    passed += count.passed
    failed += count.failed
    failures.push(...count.failures)
    say(`${suite.title}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
  if (failures.length > 0) say(`\n${failures.join('\n')}`)
  say(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** @type {Record<string, readonly ('unit' | 'browser')[]>} */
const SELECTIONS = {
  all: ['unit', 'browser'],
  unit: ['unit'],
  browser: ['browser'],
  long: ['unit', 'browser'],
  dialect: ['unit'],
  pictures: ['browser'],
  llama: ['browser'],
  engine: ['unit', 'browser'],
  floor: ['unit'],
}

/** Where the page, the laws and the constraint of every dialect are tested. */
const DIALECT_TESTS = ['packages/dialects/src/testing/dialects.test.ts', 'packages/dialects/src/grammar/tool-grammar.test.ts']

/** `npm test` runs everything; `npm test unit …` and `npm test browser …` run one half and give the rest to its tool; `npm test dialect hermes` tests one dialect. */
await main(async () => {
  const [selection = 'all', ...words] = process.argv.slice(2)
  // Whoever names files names those of one suite.
  const chosen = (selection === 'long' || selection === 'engine') && words.length > 0 ? SELECTIONS.unit : SELECTIONS[selection]
  if (!chosen) throw new Advice(`There is no suite "${selection}". Say one of: ${Object.keys(SELECTIONS).join(', ')}.`)
  if (selection === 'dialect' && words.length === 0) throw new Advice('Say which dialect: npm test dialect hermes')
  const rest = selection === 'dialect' ? DIALECT_TESTS : words
  if (selection === 'dialect') process.env.PARLEY_DIALECT = words.join(',')
  if (selection === 'long') {
    process.env.PARLEY_RUNS ??= '2000'
    process.env.PARLEY_LONG_TESTS = '1'
  }
  if (selection === 'pictures') process.env.E2E_PICTURES = '1'
  if (selection === 'llama') process.env.E2E_LLAMA = '1'
  if (selection === 'engine') process.env.PARLEY_ENGINE_TESTS = '1'

  await ensureInstalled()
  // Fetched while the unit tests run; whoever has none is told when it is needed.
  const chromium = chosen.includes('browser') ? ensureChromium() : Promise.resolve()
  chromium.catch(() => undefined)
  if (chosen.includes('unit') && selection !== 'engine') await ensurePostgres()
  if (selection === 'llama') await ensureLlama()
  // Whatever a test starts runs on it, too.
  if (selection === 'floor') process.env.PARLEY_NODE = await ensureFloor()
  if (chosen.includes('browser')) await ensureStudio()
  mkdirSync(join(root, '.cache'), { recursive: true })

  return await inScratchFolder(() => runSuites(chosen, rest, chromium))
})
