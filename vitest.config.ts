import { defineConfig } from 'vitest/config'

/** How many inputs each law is tried on; `npm run test:long` asks for many. */
const isLong = process.env['PARLEY_LONG_TESTS'] === '1' || Number(process.env['PARLEY_RUNS'] ?? 0) > 1000

/** These weigh the process they run in, so it must be theirs alone. */
const ALONE = ['packages/server/src/hosts/leaks.test.ts']

export default defineConfig({
  resolve: { conditions: ['@parley/source', 'module', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@parley/source', 'module', 'node'] } },
  test: {
    // Half of the time is spent waiting for processes; one worker, the default on two cores, would leave a core idle.
    maxWorkers: 2,
    // Only what hangs is ended: on a busy machine everything takes twenty times as long.
    testTimeout: isLong ? 1_800_000 : 60_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          // Loading our code anew for every file would take a third of the time. A test leaves nothing behind that another could find.
          isolate: false,
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'examples/**/*.test.ts', 'e2e/agent/*.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
})
