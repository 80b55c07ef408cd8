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

/** The file that serves everything: the doors, and the studio beside them. */
export const SERVER = 'packages/server/src/hosts/node.ts'
