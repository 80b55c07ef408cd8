import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'

/** A goal, not a law (0202): a dialect that is told by its data carries what writes it, too, and the words of what can be wrong (0217). */
const MOST_BYTES = 18_800

const folder = import.meta.dirname
const registry = readFileSync(`${folder}/registry.generated.ts`, 'utf8')
const exported = [...registry.matchAll(/^import \{ ([^}]+) \} from '\.\/(dialects\/[^']+)'/gm)].flatMap(
  ([, names = '', file = '']) => names.split(', ').map((name) => ({ name, file })),
)

/** What a page loads that reads one dialect: minified and compressed. */
async function size({ name, file }: { readonly name: string; readonly file: string }): Promise<number> {
  const entry = '\0entry'
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
            ? `export { createParser, readAnswer } from '${folder}/engine.ts'\nexport { ${name} } from '${folder}/${file}'\n`
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

describe('the engine with one dialect stays small', { timeout: 60_000 }, () => {
  test('every dialect is looked at', () => expect(exported.length).toBeGreaterThan(60))

  test.each(exported)('$name', async (dialect) => {
    expect(await size(dialect)).toBeLessThan(MOST_BYTES)
  })
})
