import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../harness/is-long.ts'
import { createLane, type Lane } from './harness/lane.ts'
import { SLOWNESS } from './harness/slowness.ts'
import { type Postgres, startPostgres } from './harness/start-postgres.ts'
import { bundleReplica } from './harness/start-replica.ts'

/**
 * Story 3 with the server killed at every place where it is about to write something or has just written it, where the
 * model is asked or half through, and around every effect of a tool. Each kill is a real process that gets SIGKILL.
 * `npm test` takes every second place on SQLite and the others on PostgreSQL; `npm run test:long` takes all on both.
 */
let file = ''
let postgres: Postgres
const folder = mkdtempSync(join(tmpdir(), 'parley-kills-'))
const kills = { sqlite: 0, postgres: 0 }
const SHORT = 60_000 * SLOWNESS
const LONG = 180_000 * SLOWNESS

beforeAll(async () => {
  const [bundled, started] = await Promise.all([bundleReplica(), startPostgres()])
  file = bundled
  postgres = started
}, SHORT)

afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Does `work` at each place of the story, or at some, the lanes side by side. */
async function everywhere(
  lanes: readonly Lane[],
  work: (lane: Lane, place: number) => Promise<void>,
  isMeant: (name: string, place: number) => boolean,
): Promise<number> {
  try {
    const names = (await lanes[0]?.listPlaces()) ?? []
    const places = names.flatMap((name, index) => (isMeant(name, index + 1) ? [index + 1] : []))
    const left = [...places]
    const takeTurns = async (lane: Lane) => {
      for (let place = left.shift(); place !== undefined; place = left.shift()) await work(lane, place)
    }
    await Promise.all(lanes.map(takeTurns))
    return places.length
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
  }
}

const isEven = (_name: string, place: number) => isLong || place % 2 === 0
const isOdd = (_name: string, place: number) => isLong || place % 2 === 1
const killAt = (lane: Lane, place: number) => lane.killAt(place)
const pauseAt = (lane: Lane, place: number) => lane.pauseAt(place)
const withStandby = async () => createLane(file, { database: await postgres.create(), hasStandby: true })
const four = <Made>(make: () => Promise<Made>) => Promise.all([make(), make(), make(), make()])

describe('two replicas on one PostgreSQL', () => {
  test('do a step once when both are told to at the same time, and either can be listened to', { timeout: SHORT }, async () => {
    const lane = await withStandby()
    try {
      for (let round = 0; round < 5; round++) await lane.tellBoth()
    } finally {
      await lane.close()
    }
  })
})

describe('PostgreSQL', () => {
  test('is never handed what it cannot store, whatever clients and models write', { timeout: SHORT }, async () => {
    const lane = await createLane(file, { database: await postgres.create() })
    try {
      await lane.sendStrangeThings()
    } finally {
      await lane.close()
    }
  })
})

describe('a server that is killed', () => {
  test('is started again on its SQLite file, and the story ends right, with no effect twice and no result lost', {
    timeout: LONG,
  }, async () => {
    const paths = ['a', 'b', 'c', 'd'].map((name) => join(folder, name))
    const lanes = await Promise.all(paths.map((path) => createLane(file, { folder: path })))
    kills.sqlite = await everywhere(lanes, killAt, isEven)
  })

  test('leaves its threads to the other replica on the same PostgreSQL, and the story ends right', {
    timeout: LONG,
  }, async () => {
    kills.postgres = await everywhere(await four(withStandby), killAt, isOdd)
  })

  test('and all others with it leave a call that waits for the user, who then changes its arguments', {
    timeout: SHORT,
  }, async () => {
    const lane = await createLane(file, { database: await postgres.create() })
    try {
      await lane.restartWhileWaiting()
    } finally {
      await lane.close()
    }
  })

  test('was killed at each of fifty places for that, or at all of them on both', () => {
    expect(kills.sqlite + kills.postgres).toBeGreaterThanOrEqual(isLong ? 100 : 50)
  })
})

describe('a server that stands still for longer than its lease, and wakes up', () => {
  test('where it was about to act or to store spoils nothing of what the other replica did instead', {
    timeout: LONG,
  }, async () => {
    const acts = /^(before|after) (list_directory|count_lines|sign_file|write_file)$|^before (put|putWrites of messages|settle)$/
    let met = 0
    const pauses = await everywhere(await four(withStandby), pauseAt, (name) => acts.test(name) && (isLong || met++ % 2 === 0))
    expect(pauses).toBeGreaterThanOrEqual(isLong ? 15 : 8)
  })
})
