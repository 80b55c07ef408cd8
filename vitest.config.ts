import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** How many inputs each law is tried on; `npm run test:long` asks for many. */
const isLong = process.env['PARLEY_LONG_TESTS'] === '1' || Number(process.env['PARLEY_RUNS'] ?? 0) > 1000

/** These weigh the process they run in, count its timers and connections, or put something into it for good; so it must be theirs alone. */
const ALONE = [
  'packages/server/src/hosts/leaks.test.ts',
  'packages/server/src/hosts/send-texts.test.ts',
  'packages/server/src/telemetry/telemetry.test.ts',
]

/** What takes longest begins first, so that at the end no worker waits for another: those that wait for processes beside those that compute. */
const LONGEST = [
  'packages/dialects/src/grammar/tool-grammar.test.ts',
  'packages/server/src/demo/demo.test.ts',
  'packages/dialects/src/shapes/reading/salvage.test.ts',
  'scripts/pack/packed.test.ts',
  'packages/dialects/src/testing/dialects.test.ts',
  'e2e/agent/kills.test.ts',
]

const length = ({ moduleId }: TestSpecification): number => LONGEST.findIndex((file) => moduleId.endsWith(file))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => length(b) - length(a))
  }
}

export default defineConfig({
  resolve: { conditions: ['@parley/source', 'module', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@parley/source', 'module', 'node'] } },
  test: {
    // More than half of the time is spent waiting for processes; one worker, the default on two cores, would leave a core idle.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    setupFiles: [fileURLToPath(new URL('scripts/testing/quiet-log.ts', import.meta.url))],
    // Only what hangs is ended: on a busy machine everything takes twenty times as long.
    testTimeout: isLong ? 1_800_000 : 60_000,
    hookTimeout: isLong ? 1_800_000 : 60_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // What needs an engine that must be fetched first runs alone, and only when it is asked for: `npm run test:engine`.
    projects: process.env['PARLEY_ENGINE_TESTS']
      ? [{ extends: true, test: { name: 'engine', include: ['e2e/engine/*.engine.test.ts'] } }]
      : [
          {
            extends: true,
            test: {
              name: 'together',
              // Loading our code anew for every file would take a third of the time. A test leaves nothing behind that another could find.
              isolate: false,
              include: [
                'packages/*/src/**/*.test.{ts,tsx}',
                'scripts/**/*.test.ts',
                'examples/**/*.test.ts',
                'e2e/agent/*.test.ts',
              ],
              exclude: ['**/node_modules/**', ...ALONE],
            },
          },
          { extends: true, test: { name: 'alone', include: ALONE } },
        ],
  },
})
