import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLane, type Lane } from './harness/lane.ts'
import { type Postgres, startPostgres } from './harness/start-postgres.ts'
import { bundleReplica } from './harness/start-replica.ts'

/**
 * Story 3 with the server killed at every place where it is about to write something or has just written it, where the
 * model is asked or half through, and around every effect of a tool. Each kill is a real process that gets SIGKILL.
 */
let file = ''
let postgres: Postgres
const folder = mkdtempSync(join(tmpdir(), 'parley-kills-'))
const kills = { sqlite: 0, postgres: 0 }

beforeAll(async () => {
  const [bundled, started] = await Promise.all([bundleReplica(), startPostgres()])
  file = bundled
  postgres = started
}, 60_000)

afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function killEverywhere(lanes: readonly Lane[]): Promise<number> {
  const [first] = lanes
  if (!first) return 0
  const points = await first.countPoints()
  const left = Array.from({ length: points }, (_, index) => index + 1)
  const work = async (lane: Lane) => {
    for (let place = left.shift(); place !== undefined; place = left.shift()) await lane.killAt(place)
  }
  try {
    await Promise.all(lanes.map(work))
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
  }
  return points
}

describe('two replicas on one PostgreSQL', () => {
  test('do a step once when both are told to at the same time, and either can be listened to', async () => {
    const lane = await createLane(file, { database: await postgres.create(), hasStandby: true })
    try {
      for (let round = 0; round < 5; round++) await lane.tellBoth()
    } finally {
      await lane.close()
    }
  }, 30_000)
})

describe('PostgreSQL', () => {
  test('is never handed what it cannot store, whatever clients and models write', async () => {
    const lane = await createLane(file, { database: await postgres.create() })
    try {
      await lane.sendStrangeThings()
    } finally {
      await lane.close()
    }
  }, 30_000)
})

describe('a server that is killed', () => {
  test('is started again on its SQLite file, and the story ends right, with no effect twice and no result lost', async () => {
    const paths = ['a', 'b', 'c', 'd'].map((name) => join(folder, name))
    const lanes = await Promise.all(paths.map((path) => createLane(file, { folder: path })))
    kills.sqlite = await killEverywhere(lanes)
  }, 120_000)

  test('leaves its threads to the other replica on the same PostgreSQL, and the story ends right', async () => {
    const lanes = await Promise.all(
      [1, 2, 3, 4].map(async () => createLane(file, { database: await postgres.create(), hasStandby: true })),
    )
    kills.postgres = await killEverywhere(lanes)
  }, 120_000)

  test('and all others with it leave a call that waits for the user, who then changes its arguments', async () => {
    const lane = await createLane(file, { database: await postgres.create() })
    try {
      await lane.restartWhileWaiting()
    } finally {
      await lane.close()
    }
  }, 30_000)

  test('was killed at least a hundred times for that', () => {
    expect(kills.sqlite + kills.postgres).toBeGreaterThanOrEqual(100)
  })
})
