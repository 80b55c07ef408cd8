import { readFile } from 'node:fs/promises'
import { type Capsule, parseCapsule } from '@parley/browser'
import { Advice } from '../command.ts'

/** A conversation that the studio exported. */
export async function readCapsule(file: string): Promise<Capsule> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Advice(`There is no file ${file}. Name a conversation that the studio exported.`)
  })
  const read = parseCapsule(text)
  if (read.kind === 'invalid') throw new Advice(`${file}: ${read.problem}`)
  return read.capsule
}
