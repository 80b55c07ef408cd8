import { expect, it } from 'vitest'
import type { FileData } from '../file-system.ts'
import { toPath } from '../path.ts'
import { placeNode, type StoredNode } from '../store/stored-node.ts'
import { NodeMirror } from './node-mirror.ts'

const MEGABYTE = 2 ** 20
const file = (name: string, content: FileData): StoredNode => {
  const times = { modified: 1, created: 1, version: 1 }
  const state = { type: 'file', size: content.length, ...times, hash: name, binary: false, by: { actor: 'user' } } as const
  return placeNode('/folder', name, state, content)
}
const textIn = (mirror: NodeMirror, name: string) => {
  const node = mirror.find(toPath(`/folder/${name}`))
  return node?.type === 'file' ? node.content : undefined
}

it('keeps texts until its room is full, and has room again when some are removed', () => {
  const mirror = new NodeMirror()
  mirror.sequence = 0
  const text = 'a'.repeat(MEGABYTE)
  for (let index = 0; index < 9; index++) mirror.learn(toPath(`/folder/${index}`), file(String(index), text))
  expect(textIn(mirror, '7')).toBe(text)
  expect(textIn(mirror, '8')).toBeUndefined()
  expect(mirror.find(toPath('/folder/8'))).toMatchObject({ type: 'file', size: MEGABYTE })
  mirror.learn(toPath('/folder/0'), undefined)
  mirror.learn(toPath('/folder/8'), file('8', text))
  expect(textIn(mirror, '8')).toBe(text)
})

it('keeps no bytes, which whoever reads them may change', () => {
  const mirror = new NodeMirror()
  mirror.learn(toPath('/folder/bytes'), file('bytes', Uint8Array.of(1, 2)))
  expect(mirror.find(toPath('/folder/bytes'))).toMatchObject({ type: 'file', size: 2 })
  expect(textIn(mirror, 'bytes')).toBeUndefined()
})
