import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const MOST_BYTES = 10_000

/** What a page loads that reads one dialect: minified and compressed. */
async function size(name: string, file: string): Promise<number> {
  const entry = '\0entry'
  const folder = import.meta.dirname
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? entry : undefined),
        load: (id) =>
          id === entry
            ? `export { createParser, readAnswer } from '${folder}/engine.ts'\nexport { ${name} } from '${folder}/dialects/${file}.ts'\n`
            : undefined,
      },
    ],
    build: { write: false, minify: true, rollupOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const chunks =
    bundle && 'output' in bundle ? bundle.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])) : []
  expect(chunks).toHaveLength(1)
  expect(chunks[0]).toContain('tool-call')
  return gzipSync(chunks[0] ?? '', { level: 9 }).length
}

test.each([
  ['hermes', 'hermes'],
  ['jsonStrict', 'json-strict'],
  ['xmlTag', 'xml-tag'],
  ['kimiK2', 'kimi-k2'],
  ['deepseekV31', 'deepseek'],
  ['functiongemma', 'gemma'],
])('the engine with %s stays small', { timeout: 60_000 }, async (name, file) => {
  expect(await size(name, file)).toBeLessThan(MOST_BYTES)
})
