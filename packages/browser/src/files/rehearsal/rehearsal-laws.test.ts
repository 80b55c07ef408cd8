import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { By, FileSystem } from '../file-system.ts'
import { openIndexedDbFiles } from '../indexeddb-files.ts'
import { createMemoryFiles } from '../memory-files.ts'
import { ROOT } from '../path.ts'
import { differenceFromModel } from '../testing/against-model.ts'
import { createMemoryRehearsal, openRehearsals } from './open-rehearsals.ts'
import type { Rehearsal } from './rehearsal.ts'

const user: By = { actor: 'user' }
const CHANGES = ['write', 'writeMany', 'mkdir', 'move', 'copy', 'remove'] as const

interface Stage {
  readonly original: FileSystem
  readonly rehearsal: Rehearsal
}

/** The first few changes are made for real, what follows in the copy: whoever looks sees no difference. */
function actingIn({ original, rehearsal }: Stage, forReal: number, onCurtain: () => Promise<void>): FileSystem {
  let left = forReal
  const acting = { ...rehearsal.files }
  for (const verb of CHANGES) {
    // The arguments are those of the verb: nothing is done here but to choose where.
    const act = (files: FileSystem) => files[verb].bind(files) as (...parts: readonly unknown[]) => Promise<never>
    acting[verb] = async (...parts: readonly unknown[]) => {
      if (left > 0) {
        left--
        return act(original)(...parts)
      }
      if (left === 0) {
        left--
        await onCurtain()
      }
      return act(rehearsal.files)(...parts)
    }
  }
  return acting
}

const everythingIn = async (files: FileSystem) => [await files.history.now(), await files.tree(ROOT, user)]

async function brokenLaw(setUp: (run: number) => Promise<Stage>, runs: number): Promise<string | undefined> {
  let run = 0
  let stage: Stage | undefined
  let before: unknown
  return differenceFromModel({
    runs,
    withoutHistory: true,
    async open() {
      const opened = await setUp(++run)
      stage = opened
      before = undefined
      return [actingIn(opened, run % 16, async () => void (before = await everythingIn(opened.original)))]
    },
    async atEnd(_, compare) {
      if (!stage) return
      const { original, rehearsal } = stage
      if (before !== undefined) expect(await everythingIn(original)).toEqual(before)
      const { left } = await rehearsal.keep()
      expect(left).toEqual([])
      await compare(original)
      await compare(rehearsal.files)
      expect(await rehearsal.changes()).toEqual([])
    },
  })
}

const openEmpty = async () => [createMemoryRehearsal(createMemoryFiles()).files]

async function inMemory(): Promise<Stage> {
  const original = createMemoryFiles()
  return { original, rehearsal: createMemoryRehearsal(original) }
}

async function inIndexedDb(run: number): Promise<Stage> {
  const original = await openIndexedDbFiles({ name: `law-${run}`, packs: { least: 2, most: 3 } })
  const rehearsals = await openRehearsals({ name: `law-copies-${run}` })
  return { original, rehearsal: rehearsals.of('one', original) }
}

describe('a rehearsal', () => {
  it('does in its copy what files do, with a history of its own', async () => {
    expect(await differenceFromModel({ open: openEmpty, runs: 200 })).toBeUndefined()
  }, 60_000)

  it('shows what doing it would show, leaves the original alone, and kept as a whole is as if it had been done', async () => {
    expect(await brokenLaw(inMemory, 200)).toBeUndefined()
  }, 120_000)

  it('does the same in IndexedDB', async () => {
    expect(await brokenLaw(inIndexedDb, 40)).toBeUndefined()
  }, 120_000)
})
