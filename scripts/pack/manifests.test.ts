import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { ROOMS } from './pack-packages.ts'

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const house = read('package.json')

describe.each(ROOMS)('the package of %s', (room) => {
  const manifest = read(`packages/${room}/package.json`)

  test('says what npm shows of it, and may be published by a workflow with provenance only', () => {
    expect(manifest).toMatchObject({
      name: `@parley/${room}`,
      version: house.version,
      description: expect.stringMatching(/^[A-Z].{20,}\.$/),
      license: 'MIT',
      type: 'module',
      engines: house.engines,
      publishConfig: { access: 'public', provenance: true },
    })
    expect(manifest.private).toBeUndefined()
  })

  test('has a README and a licence beside it', () => {
    for (const file of ['README.md', 'LICENSE'])
      expect({ file, there: existsSync(join(root, 'packages', room, file)) }).toEqual({ file, there: true })
    expect(readFileSync(join(root, 'packages', room, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  })

  test('names its folder where it names a repository', () => {
    if (manifest.repository !== undefined)
      expect(manifest.repository).toMatchObject({ type: 'git', directory: `packages/${room}` })
  })

  test('takes along what its doors lead to, and no test', () => {
    const { files, exports = {} } = manifest
    const folders = new Set(
      Object.values(exports).flatMap((door) => Object.values(typeof door === 'string' ? [door] : (door as object))),
    )
    for (const path of folders) if (path !== './package.json') expect(files).toContain(String(path).split('/')[1])
    if (files.includes('src')) expect(files).toContain('!**/*.test.ts')
  })
})

test('every room that is not private is published, and nothing else is', () => {
  const open = globSync('{packages,apps}/*/package.json', { cwd: root }).filter((file) => read(file).private !== true)
  expect(open.toSorted()).toEqual(ROOMS.map((room) => join('packages', room, 'package.json')).toSorted())
})
