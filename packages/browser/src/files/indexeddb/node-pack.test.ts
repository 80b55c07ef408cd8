import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StoredNode } from '../store/stored-node.ts'
import { type NodeRecord, packNodes, rearrange, sortByName, splitPack, unpackNodes } from './node-pack.ts'

const parent = '/folder'
const name = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '-', 'é', '\u{10ffff}', '\uffff'), minLength: 1, maxLength: 4 })
const content = fc.oneof(
  fc.string({ maxLength: 9 }),
  fc.uint8Array({ maxLength: 4 }),
  fc.constantFrom(undefined, 'x'.repeat(4096)),
)
const node = fc
  .record({ name, content, folder: fc.boolean(), packed: fc.boolean(), number: fc.nat() })
  .map(({ name: own, content: data, folder, packed, number }): StoredNode => {
    if (folder) return { parent, name: own, type: 'folder', created: number, version: 1, ...(packed && { packed }) }
    const size = data?.length ?? 9000
    const common = { size, modified: number, created: 1, version: 2, hash: 'ab'.repeat(32), binary: typeof data !== 'string' }
    return { parent, name: own, type: 'file', ...common, by: { actor: 'user' }, ...(data && { content: data.slice() }) }
  })
const nodes = fc
  .uniqueArray(node, { selector: (one) => one.name, maxLength: 30 })
  .map((some) => some.toSorted((left, right) => (left.name < right.name ? -1 : 1)))
const options = fc.record({ least: fc.integer({ min: 1, max: 8 }), most: fc.integer({ min: 2, max: 8 }) })

function firstName(record: NodeRecord): string | undefined {
  return unpackNodes([record])[0]?.name
}

it('nodes come out of their packs as they went in, and lie under the name of the last', () => {
  fc.assert(
    fc.property(nodes, options, (some, how) => {
      const records = packNodes(some, how)
      expect(unpackNodes(records)).toEqual(some)
      for (const record of records) {
        const inside = unpackNodes([record])
        expect(inside.at(-1)?.name).toBe(record.name)
        expect(inside.length).toBeLessThanOrEqual(some.length < how.least ? 1 : how.most)
      }
    }),
  )
})

it('what a pack leaves behind beside some names is everything else, and no part reaches over one of them', () => {
  fc.assert(
    fc.property(nodes, fc.uniqueArray(name, { maxLength: 6 }), fc.nat(), (some, others, index) => {
      const [pack] = packNodes(some, { least: 1, most: 100 })
      const names = new Set([...others, ...some.slice(index % 30, (index % 30) + 2).map((one) => one.name)])
      if (pack?.type !== 'pack') return
      const first = some[0]?.name ?? ''
      const touched = [...names].filter((one) => first <= one && one <= pack.name)
      const parts = splitPack(pack, names)
      expect(unpackNodes(parts)).toEqual(touched.length === 0 ? [] : some.filter((one) => !names.has(one.name)))
      for (const part of parts) {
        const from = firstName(part) ?? ''
        expect(touched.filter((one) => from <= one && one <= part.name)).toEqual([])
      }
    }),
  )
})

it('changes among packs leave what they should, whether the packs are split or made anew', () => {
  fc.assert(
    fc.property(nodes, nodes, fc.uniqueArray(name, { maxLength: 6 }), options, (some, put, removed, how) => {
      const store = new Map(packNodes(some, how).map((record) => [record.name, record]))
      const changes = new Map<string, StoredNode | undefined>([
        ...removed.map((one) => [one, undefined] as const),
        ...put.map((one) => [one.name, one] as const),
      ])
      const touched = [...changes.keys()].sort()
      // As the database finds them: from the first name on, up to the first record at or after the last.
      const inOrder = [...store.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
      const end = inOrder.find((record) => record.name >= (touched.at(-1) ?? ''))
      const present = inOrder.filter(
        (record) => record.name >= (touched[0] ?? '') && (end === undefined || record.name <= end.name),
      )
      const { records, gone } = rearrange(touched.length === 0 ? [] : present, changes, how)
      for (const one of gone) store.delete(one)
      for (const record of records) store.set(record.name, record)
      const expected = new Map<string, StoredNode | undefined>([...some.map((one) => [one.name, one] as const), ...changes])
      const left = [...store.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
      expect(unpackNodes(left)).toEqual(sortByName(expected.values()))
    }),
    { numRuns: 400 },
  )
})

it('a pack stays small enough to be read for one of its files', () => {
  const large = Array.from({ length: 64 }, (_, index): StoredNode => {
    const state = { size: 4096, modified: 1, created: 1, version: 1, hash: 'ab'.repeat(32), binary: false }
    const place = { parent, name: String(index).padStart(2, '0') }
    return { ...place, type: 'file', ...state, by: { actor: 'user' }, content: 'x'.repeat(4096) }
  })
  for (const record of packNodes(large)) expect(unpackNodes([record]).length).toBeLessThanOrEqual(8)
})

it('a damaged pack is not read as something else', () => {
  const files = packNodes(
    ['a', 'b'].map((own): StoredNode => ({ parent, name: own, type: 'folder', created: 1, version: 1 })),
    { least: 1 },
  )
  const [pack] = files
  if (pack?.type !== 'pack') throw new Error('nothing was packed')
  expect(() => unpackNodes([{ ...pack, contents: [] }])).toThrow('damaged')
  expect(() => unpackNodes([{ ...pack, names: 'a' }])).toThrow('damaged')
})
