import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

const keepCompiled = pathToFileURL(join(root, 'scripts', 'workspace', 'keep-compiled.mjs')).href

/** What to hand to Node to run one of our TypeScript files from its source. @param {string} file @param {readonly string[]} args */
export const fromSource = (file, ...args) => [
  `--import=${keepCompiled}`,
  '--conditions=@parley/source',
  join(root, file),
  ...args,
]

/** The command: without another word it serves everything, the doors and the studio beside them. */
export const PARLEY = 'packages/cli/bin/parley.mjs'

/** Where the studio is built. */
export const STUDIO = join(root, 'apps', 'studio', 'dist')
