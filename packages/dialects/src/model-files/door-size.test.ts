import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const source = `${import.meta.dirname}/..`

/** The files that a page loads for a door: the first at once, the others when they are asked for. */
async function chunksOf(door: string) {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: source,
    build: { write: false, minify: true, rollupOptions: { input: `${source}/${door}`, preserveEntrySignatures: 'strict' } },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  return bundle && 'output' in bundle ? bundle.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : [])) : []
}

/** The package with its own interpreter is 14.4 kB. */
const MOST_BYTES = 14_000

const JINJA = 'Unexpected end of input'

test('the main door knows nothing of model files, and their door brings Jinja only when a template is read', async () => {
  const main = await chunksOf('index.ts')
  expect(main.filter(({ code }) => code.includes(JINJA) || code.includes('has no place for calls'))).toEqual([])

  const files = await chunksOf('model-files/index.ts')
  expect(files.find(({ isEntry }) => isEntry)?.code).not.toContain(JINJA)
  const jinja = files.find(({ code }) => code.includes(JINJA))
  expect(jinja?.isDynamicEntry).toBe(true)
  expect(gzipSync(jinja?.code ?? '', { level: 9 }).length).toBeLessThan(MOST_BYTES)
}, 60_000)
