import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Advice } from './narrate.mjs'
import { root } from './root.mjs'

/** The first release that runs TypeScript files without a flag, and the one that `npm run test:floor` tests on. */
export const OLDEST = '22.18.0'

/** As in `engines`: 23 learned it late, and nobody looks after it any more. @param {string} version such as `24.21.0` */
export function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 18)
}

/** @typedef {{ readonly platform: string, readonly arch: string }} Machine */

/** Where the Node lies that a package of npm brings, below the folder that has it. @param {Machine} machine */
export function packagedNode({ platform, arch }) {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  return { name, program: join('node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node') }
}

/** A file is not enough: on a Linux without glibc the packaged Node exists and does not start. @param {string} program */
const starts = (program) => existsSync(program) && spawnSync(program, ['--version']).status === 0

/** The Node that runs the project: the one that `PARLEY_NODE` names, its own where there is one, else the one running now, if it is recent enough. */
export function findNode() {
  const named = process.env['PARLEY_NODE']
  if (named) return named
  const own = join(root, packagedNode(process).program)
  if (starts(own)) return own
  if (isRecentEnough(process.versions.node)) return process.execPath
  throw new Advice(
    `Parley needs Node 22.18 or newer (and not 23), and this is ${process.versions.node}. ` +
      'Install a newer Node (nodejs.org has it), then run the same command again.',
  )
}
