import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './root.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifests = globSync(['package.json', '{packages,apps,examples}/*/package.json', '{e2e,bench,site}/package.json'], {
  cwd: root,
})
const locks = globSync(['package-lock.json', '{bench,site,examples/*,scripts/workspace/*}/package-lock.json'], { cwd: root })

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Whether a package is locked where Node would look for it: beside who names it, or further out. */
function isLocked(packages: Readonly<Record<string, Locked>>, from: string, name: string): boolean {
  if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]) return true
  const outer = from.lastIndexOf('/node_modules/')
  return from !== '' && isLocked(packages, outer < 0 ? '' : from.slice(0, outer), name)
}

describe('the manifests', () => {
  test.each(manifests)('%s names exact versions only', (file) => {
    const { dependencies, devDependencies, optionalDependencies }: Record<string, Record<string, string>> = JSON.parse(read(file))
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(versions.filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:\.[\w./-]+)$/.test(version))).toEqual([])
  })

  test.each(locks)('%s carries no download addresses', (file) => {
    expect(read(file)).not.toMatch(/"resolved": "https?:/)
  })

  // A registry that lags behind, or npm on one machine, leaves out what other machines need: `npm ci` then refuses everywhere.
  test.each(locks)('%s holds what every platform needs', (file) => {
    const { packages }: { packages: Record<string, Locked> } = JSON.parse(read(file))
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isLocked(packages, path, name)),
    )
    expect(missing).toEqual([])
  })
})
