import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './root.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifests = globSync(
  ['package.json', '{packages,apps,examples}/*/package.json', 'e2e/package.json', 'bench/package.json'],
  { cwd: root },
)

describe('the manifests', () => {
  test.each(manifests)('%s names exact versions only', (file) => {
    const { dependencies, devDependencies, optionalDependencies }: Record<string, Record<string, string>> = JSON.parse(read(file))
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(versions.filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:\.[\w./-]+)$/.test(version))).toEqual([])
  })

  test.each(globSync(['package-lock.json', '{bench,examples/*}/package-lock.json'], { cwd: root }))(
    '%s carries no download addresses',
    (file) => {
      expect(read(file)).not.toMatch(/"resolved": "https?:/)
    },
  )
})
