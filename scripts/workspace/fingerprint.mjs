import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** @param {string} path @param {(path: string) => boolean} wanted @returns {string[]} */
function filesUnder(path, wanted) {
  if (!wanted(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name), wanted))
}

/**
 * One short text that changes when any of the files does, or when one comes or goes.
 *
 * @param {string} folder names are taken relative to it, so a moved clone keeps its fingerprint
 * @param {readonly string[]} paths @param {(path: string) => boolean} wanted
 */
export function fingerprint(folder, paths, wanted) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(join(folder, path), wanted))) {
    const content = readFileSync(file)
    hash.update(`${relative(folder, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
