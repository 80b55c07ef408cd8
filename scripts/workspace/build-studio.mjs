import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from './find-node.mjs'
import { fingerprint } from './fingerprint.mjs'
import { Advice, narrate, say } from './narrate.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { STUDIO } from './serve-command.mjs'

const INPUTS = [
  'apps/studio',
  'packages/dialects/src',
  'packages/browser/src',
  'packages/react/src',
  'package-lock.json',
  'tsconfig.base.json',
]
const NOT_INPUTS = /[\\/](dist|node_modules)$|\.test\.tsx?$/

const stamp = join(root, '.cache', 'studio-fingerprint')

/** @param {string} inputs */
function isFresh(inputs) {
  return existsSync(join(STUDIO, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs
}

/** @param {string} from @param {string} to */
function replaceFolder(from, to) {
  rmSync(to, { recursive: true, force: true })
  try {
    renameSync(from, to)
  } catch {
    // Another start built the same page in the same moment. Ours is as good as theirs.
    rmSync(to, { recursive: true, force: true })
    renameSync(from, to)
  }
}

/** Builds the page if anything it is made of has changed since it was built last. */
export async function ensureStudio() {
  const inputs = fingerprint(root, INPUTS, (path) => !NOT_INPUTS.test(path))
  if (isFresh(inputs)) return
  await narrate('building the studio', 'studio built', async () => {
    // Built beside and moved into place: a running server never serves half a page.
    const fresh = join(root, '.cache', `studio-${process.pid}`)
    mkdirSync(fresh, { recursive: true })
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    // The configuration takes our plugin from its source, too.
    const args = [
      '--conditions=@parley/source',
      vite,
      'build',
      join(root, 'apps', 'studio'),
      '--outDir',
      fresh,
      '--emptyOutDir',
      '--logLevel',
      'warn',
      '--configLoader',
      'native',
    ]
    const { code, output } = await run(findNode(), args, { quiet: true })
    if (code !== 0) {
      rmSync(fresh, { recursive: true, force: true })
      say(output)
      throw new Advice('The studio could not be built; the reason is above.')
    }
    replaceFolder(fresh, STUDIO)
    writeFileSync(stamp, inputs)
  })
}
