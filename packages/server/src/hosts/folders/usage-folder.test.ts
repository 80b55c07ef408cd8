import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { FinishedAnswer } from '../../usage/finished-answer.ts'
import { openUsageFolder } from './usage-folder.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 16, 23, 59)
const answer = (at = NOW, client = 'anna'): FinishedAnswer => ({
  asker: { client, owner: client, door: '/v1/messages' },
  model: 'm',
  provider: 'lab',
  speech: 'native',
  at,
  ms: 12.6,
  usage: { inputTokens: 3, outputTokens: 4 },
  end: 'done',
})
const told: string[] = []
let folder = ''
const open = (now = NOW) =>
  openUsageFolder(
    folder,
    (sentence) => told.push(sentence),
    () => now,
  )
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'parley-usage-')), 'usage')
  told.length = 0
})

test('usage outlives the server, and is added to on the same day', async () => {
  const before = open()
  before.add(answer())
  before.add(answer(NOW, 'ben'))
  await before.flush()
  const after = open(NOW + DAY)
  after.add(answer(NOW))
  after.add(answer(NOW + DAY))
  expect(await after.newest(30)).toMatchObject([
    { day: '2026-11-17', rows: [{ client: 'anna', answers: 1, ms: 13 }] },
    { day: '2026-11-16', rows: [{ client: 'anna', answers: 2, inputTokens: 6, outputTokens: 8 }, { client: 'ben' }] },
  ])
  expect(await after.newest(1)).toHaveLength(1)
  expect(readdirSync(folder).toSorted()).toEqual(['2026-11-16.json', '2026-11-17.json'])
})

test('days that are older than four hundred are forgotten, and other files are left alone', async () => {
  const store = open(NOW)
  store.add(answer(NOW - 400 * DAY))
  store.add(answer(NOW - 399 * DAY))
  await store.flush()
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  store.add(answer())
  await store.flush()
  expect(readdirSync(folder).toSorted()).toEqual(['2025-10-13.json', '2026-11-16.json', 'notes.txt'])
})

test('a file that is none is put aside and said, and the day goes on', async () => {
  const store = open()
  store.add(answer())
  await store.flush()
  writeFileSync(join(folder, '2026-11-16.json'), '[{"client": 7}]')
  store.add(answer())
  expect(await store.newest(1)).toMatchObject([{ rows: [{ answers: 1 }] }])
  expect(readdirSync(folder)).toContain('2026-11-16.json.unreadable')
  expect(told).toEqual([expect.stringMatching(/2026-11-16\.json holds no usage/)])
})

test('a folder that cannot be written to is said once, and what was used is still shown', async () => {
  writeFileSync(join(folder, '..', 'file'), '')
  folder = join(folder, '..', 'file', 'usage')
  const store = open()
  store.add(answer())
  await store.flush()
  store.add(answer())
  expect(await store.newest(1)).toMatchObject([{ rows: [{ answers: 2 }] }])
  expect(told).toEqual([expect.stringMatching(/may not write into its data folder .*PARLEY_DATA/)])
})
