import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Advice } from './narrate.mjs'
import { root } from './root.mjs'

/** The first release that runs TypeScript files without a flag. */
const OLDEST = { major: 22, minor: 18 }

/** @param {string} version such as `24.21.0` */
export function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)
}

/** Where npm puts the Node that the project brings along, on the platforms that have one. */
function packagedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  return join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** The Node that runs the project: its own where there is one, else the one running now, if it is recent enough. */
export function findNode() {
  const own = packagedNode()
  // A file is not enough: on a Linux without glibc the packaged Node exists and does not start.
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  if (isRecentEnough(process.versions.node)) return process.execPath
  throw new Advice(
    `Parley needs Node ${OLDEST.major}.${OLDEST.minor} or newer, and this is ${process.versions.node}. ` +
      'Install a newer Node (nodejs.org has it), then run the same command again.',
  )
}
