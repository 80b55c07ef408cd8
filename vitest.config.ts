import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@parley/source', 'module', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@parley/source', 'module', 'node', 'import', 'default'] } },
  test: { include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'examples/{,*/}*.test.ts'] },
})
