import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Advice, narrate, say } from './narrate.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/** @param {string} file @returns {Packages | undefined} */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Whether what npm put down is what the lock asks for. npm writes its own account of `node_modules` last of all, so an
 * install that was interrupted has none. Optional packages may be absent: most belong to other platforms.
 *
 * @param {Packages} wanted @param {Packages} present
 */
export function matches(wanted, present) {
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = present[path]
    return found ? found.version === version : optional === true
  })
}

/** @param {string} folder */
export function isInstalled(folder) {
  const wanted = readLock(join(folder, 'package-lock.json'))
  const present = readLock(join(folder, 'node_modules', '.package-lock.json'))
  return wanted !== undefined && present !== undefined && matches(wanted, present)
}

/** @param {string} output what npm said before it gave up */
export function explainFailure(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET/.test(output))
    return 'The packages could not be downloaded: npm cannot reach its registry. Check the network or proxy, then run the same command again.'
  if (/ENOSPC/.test(output)) return 'The disk is full. Parley needs about 700 MB; make room, then run the same command again.'
  if (/EACCES|EPERM/.test(output))
    return 'npm may not write to this folder. Make it yours (or clone into one that is), then run the same command again.'
  if (/can only install packages when|in sync/.test(output))
    return 'package.json and package-lock.json disagree. Run `npm install` once, then the same command again.'
  return 'npm could not install the packages; its own words are above. Run the same command again once that is solved.'
}

/**
 * npm must not run on the Node inside `node_modules`, which it is about to replace. On Windows it is a script of the shell, which takes a word
 * with a space in it for two: so no path may be among its words, and who needs one says it as `cwd`.
 *
 * @param {{ readonly env: NodeJS.ProcessEnv, readonly platform: string }} machine
 */
export function npmCommand({ env: { PATH = '', npm_execpath: script, npm_node_execpath: node }, platform }) {
  const between = platform === 'win32' ? ';' : ':'
  const path = PATH.split(between).filter((entry) => !entry.includes('node_modules'))
  const env = { PATH: path.join(between) }
  if (script && node && !node.includes('node_modules')) return { command: node, leading: [script], env, shell: false }
  return { command: 'npm', leading: [], env, shell: platform === 'win32' }
}

/** Installs what the lock asks for, if it is not there already. @param {string} [folder] */
export async function ensureInstalled(folder = root) {
  if (isInstalled(folder)) return
  await narrate('installing packages (a minute or two, the first time)', 'packages installed', async () => {
    const { command, leading, env, shell } = npmCommand(process)
    const args = [...leading, 'ci', '--prefix', '.', '--no-audit', '--no-fund', '--loglevel=error']
    const { code, output } = await run(command, args, { env, quiet: true, shell, cwd: folder }).catch(() => {
      throw new Advice('npm was not found. Install Node with npm (nodejs.org has both), then run the same command again.')
    })
    if (code === 0) return
    say(output)
    throw new Advice(explainFailure(output))
  })
}
