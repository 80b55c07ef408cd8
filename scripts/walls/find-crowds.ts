import { globSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { CATALOGUES, CROWD } from './house.ts'

const EVERYTHING = ['{packages,apps}/*/{src,fixtures}/**/*', '{bench,docs,e2e,examples,scripts}/**/*']
const MADE = ['**/node_modules', '**/dist', '**/.*', 'e2e/out']

/** Folders that hold more files than a reader takes in at a glance. Catalogues are looked things up in, and may grow. */
export function findCrowds(root: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const entry of globSync(EVERYTHING, { cwd: root, exclude: MADE, withFileTypes: true })) {
    const folder = relative(root, entry.parentPath).replaceAll(sep, '/')
    if (entry.isFile() && !CATALOGUES.includes(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > CROWD)
    .map(([folder, count]) => `${folder} holds ${count} files; what belongs together becomes a folder before the ${CROWD + 1}th`)
}
