import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { toPath } from '../path.ts'
import type { StoredNode } from '../store/stored-node.ts'
import { packFolder, unpackFolder } from './folder-snapshot.ts'

const FOLDER = toPath('/some/folder')
const number = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const place = { parent: fc.constant<string>(FOLDER), name: fc.string({ unit: 'grapheme', minLength: 1 }).map(withoutSlashes) }
const by = fc.record(
  { actor: fc.constantFrom('model' as const, 'user' as const), call: fc.string({ minLength: 1 }) },
  { requiredKeys: ['actor'] },
)
const file = fc.record({
  ...place,
  type: fc.constant('file' as const),
  size: number,
  modified: number,
  created: number,
  version: number,
  hash: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  binary: fc.boolean(),
  by,
})
const folder = fc.record({ ...place, type: fc.constant('folder' as const), created: number, version: number })
const nodes: fc.Arbitrary<StoredNode[]> = fc.array(fc.oneof(file, folder))

function withoutSlashes(name: string): string {
  return name.replaceAll('/', '∕')
}

it('a folder comes out of its snapshot as it went in', () => {
  fc.assert(
    fc.property(nodes, (some) => {
      expect(unpackFolder(FOLDER, packFolder(7, some))).toEqual(some)
    }),
  )
})

it('a snapshot whose columns do not fit together is no snapshot', () => {
  fc.assert(
    fc.property(fc.array(file, { minLength: 1 }), (some) => {
      const snapshot = packFolder(7, some)
      expect(unpackFolder(FOLDER, { ...snapshot, names: `${snapshot.names}/more` })).toBeUndefined()
      expect(unpackFolder(FOLDER, { ...snapshot, numbers: snapshot.numbers.slice(1) })).toBeUndefined()
      expect(unpackFolder(FOLDER, { ...snapshot, hashes: snapshot.hashes.slice(1) })).toBeUndefined()
      expect(unpackFolder(FOLDER, { ...snapshot, people: [] })).toBeUndefined()
    }),
  )
})
