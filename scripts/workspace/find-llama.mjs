import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.mjs'

/** Where Debian's own packages are unpacked, beside the system: they need newer libraries than it may have. */
export const llamaFolder = join(root, '.cache', 'llama-server')

/**
 * @typedef {object} LlamaServer
 * @property {readonly string[]} command what starts it
 * @property {string} models the folder in which it finds models
 * @property {string} seen the same folder, as it sees it
 */

/** @param {string} file */
const named = (file) => {
  const models = join(root, '.cache', 'llama-models')
  return { command: [file], models, seen: models }
}

const unpacked = () => ({
  command: ['chroot', llamaFolder, 'llama-server'],
  models: join(llamaFolder, 'models'),
  seen: '/models',
})

/** @param {LlamaServer} server */
const starts = ({ command: [program = '', ...args] }) =>
  spawnSync(program, [...args, '--version'], { timeout: 20_000 }).status === 0

/** A llama-server that starts, or nothing. Named by `PARLEY_LLAMA_SERVER`, else in the path, else unpacked by us. @returns {LlamaServer | undefined} */
export function findLlama() {
  const files = [
    process.env.PARLEY_LLAMA_SERVER ?? '',
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'llama-server')),
  ]
  const servers = files.filter((file) => file !== '' && existsSync(file)).map(named)
  return [...servers, ...(existsSync(llamaFolder) ? [unpacked()] : [])].find(starts)
}
