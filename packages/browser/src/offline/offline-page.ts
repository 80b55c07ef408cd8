import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { sandboxPages } from '../sandbox/document/document.ts'
import { type KeptBuild, WORKER_PATH } from './kept-build.ts'

/** Larger parts are kept once somebody has used them. */
const LARGEST_USUAL = 350_000
/** Fonts in forms that no browser with service workers asks for, and what is only for tools and servers. */
const NEVER = /\.(br|gz|map|ttf|woff)$|^_headers$/

/** Lets a built page open while its server is away: writes the service worker beside it. Stands behind the plugins whose files it keeps. */
export function offlinePage(): Plugin {
  let publicFolder = ''
  return {
    name: 'parley-offline',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicFolder = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const fresh = publicFolder === '' ? [] : await readdir(publicFolder)
        const kept = keptBuild(Object.values(bundle), fresh)
        this.emitFile({ type: 'asset', fileName: WORKER_PATH.slice(1), source: await serviceWorkerFor(kept) })
      },
    },
  }
}

const sha256 = (source: string | Uint8Array): string => createHash('sha256').update(source).digest('hex')
const sourceOf = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): string | Uint8Array =>
  file.type === 'chunk' ? file.code : file.source

function keptBuild(files: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[], publicFiles: readonly string[]): KeptBuild {
  const all = files.filter(({ fileName }) => !NEVER.test(fileName))
  const html = all.find(({ fileName }) => fileName === 'index.html')
  if (!html) throw new Error('There is no index.html in this build, so there is no page to keep.')
  const locked = sandboxPages().filter(({ path }) => all.some(({ fileName }) => `/${fileName}` === path))
  const first = all.filter(({ fileName }) => String(sourceOf(html)).includes(`"/${fileName}"`))
  const rest = all.filter(
    (file) => file !== html && !first.includes(file) && !locked.some(({ path }) => path === `/${file.fileName}`),
  )
  const isUsual = (file: (typeof all)[number]) => sourceOf(file).length <= LARGEST_USUAL && file.fileName.startsWith('assets/')
  const paths = (some: typeof all) => some.map(({ fileName }) => `/${fileName}`).sort()
  const kept = {
    page: { path: '/', sha256: sha256(sourceOf(html)) },
    locked: locked.map(({ path, html: text, headers }) => ({ path, sha256: sha256(text), headers })),
    first: paths(first),
    usual: paths(rest.filter(isUsual)),
    rare: paths(rest.filter((file) => !isUsual(file))),
    fresh: publicFiles.map((name) => `/${name}`).sort(),
  }
  return { id: sha256(JSON.stringify(kept)).slice(0, 16), ...kept }
}

/** The script of a service worker that keeps this build. */
export async function serviceWorkerFor(kept: KeptBuild): Promise<string> {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { PARLEY_BUILD: JSON.stringify(kept) },
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: {
        input: fileURLToPath(new URL(`service-worker.${ending}`, import.meta.url)),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('The service worker was not built.')
  return output.output[0].code
}
