import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject } from '@parley/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { DOORS, type Door } from '../testing/doors.ts'
import { CUT_IN_CALL, FAULTS, FINE, KEY, REFUSAL } from '../testing/faults.ts'
import { type Behaviour, startUpstream, type Upstream } from '../testing/upstream.ts'
import { type RunningServer, startServer } from './node.ts'

/** Everything that a model server does wrong, at every door, as a stream and whole: over real HTTP, to a real server. */
let upstream: Upstream
let folder: string
/** By how they are set: the patient one waits for as long as it takes, so that a slow machine changes nothing. */
let servers: Readonly<Record<'patient' | 'hasty' | 'restless' | 'away', RunningServer>>

beforeAll(async () => {
  upstream = await startUpstream({ keeps: false })
  folder = await mkdtemp(join(tmpdir(), 'parley-faults-'))
  const start = async (name: string, url: string, limits: object) => {
    const models = [
      { id: 'native', dialect: 'native' },
      { id: 'text', dialect: 'hermes' },
    ]
    const file = JSON.stringify({
      providers: [{ id: 'up', label: 'Up', kind: 'openai-compatible', url, key: KEY, models }],
      limits: { ...limits, statusMs: 60_000 },
      agent: { folder: join(folder, name) },
    })
    return await startServer({ config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 } })
  }
  servers = {
    patient: await start('patient', upstream.url, {}),
    hasty: await start('hasty', upstream.url, { firstTokenMs: 1000 }),
    restless: await start('restless', upstream.url, { nextTokenMs: 400 }),
    away: await start('away', 'http://127.0.0.1:9/v1', {}),
  }
})
afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop(0)
  await upstream.close()
  await rm(folder, { recursive: true })
})

interface Cell {
  readonly door: Door
  readonly streams: boolean
}
interface Heard {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
  /** How often the model server was asked. */
  readonly asked: number
}

const CELLS: readonly Cell[] = DOORS.flatMap((door) =>
  [true, ...(door.only === 'stream' ? [] : [false])].map((streams) => ({ door, streams })),
)
const nameOf = ({ door, streams }: Cell) => `${door.name}${streams ? ', streaming' : ''}`

let count = 0

async function ask({ door, streams: stream }: Cell, { url }: RunningServer, model: string): Promise<Heard> {
  const words = `question ${++count}.`
  const question = { model, words, stream }
  const response = await fetch(`${url}${door.path(question)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: door.accept?.(stream) ?? '*/*' },
    body: JSON.stringify(door.body(question)),
  })
  const text = await response.text()
  const asked = upstream.bodies.filter((body) => body.includes(words)).length
  return { status: response.status, text, retryAfter: response.headers.get('retry-after'), asked }
}

/** What every door says, asked all at once: the model server does the same to each. */
function atAllDoors(behaviour: Behaviour, server: keyof typeof servers = 'patient', model = 'native'): (cell: Cell) => Heard {
  const heard = new Map<Cell, Heard>()
  beforeAll(async () => {
    upstream.behave(behaviour)
    upstream.bodies.length = 0
    await Promise.all(CELLS.map(async (cell) => void heard.set(cell, await ask(cell, servers[server], model))))
  })
  return (cell) => heard.get(cell)!
}

/** Nothing stays behind: the model server sees its connections closed. */
const closesAll = () =>
  test('and every connection to the model server is closed', async () => {
    await expect.poll(() => upstream.open(), { timeout: 5000 }).toBe(0)
  })

describe.each(FAULTS)('$name', (fault) => {
  const { behaviour, status, words, said, retryAfter, unreachable, silent, tooLong, model } = fault
  const heardAt = atAllDoors(behaviour, unreachable ? 'away' : !silent ? 'patient' : said ? 'restless' : 'hasty', model)

  test.each(CELLS.map((cell) => ({ at: nameOf(cell), cell })))('$at', ({ cell }) => {
    const { door, streams } = cell
    const heard = heardAt(cell)
    expect(heard.text).toMatch(words)
    expect(heard.text).not.toMatch(door.done)
    expect(heard.text).not.toMatch(door.called)
    expect(heard.text).not.toContain(KEY)
    expect(heard.asked).toBe(unreachable ? 0 : 1)
    if (streams && (said || door.threads)) {
      expect(heard.status).toBe(200)
      if (said) expect(heard.text).toMatch(said)
      expect(heard.text).toMatch(door.failed)
      return
    }
    const isLessened = door.lessens && status === 400 && !tooLong
    expect(heard.status, heard.text).toBe(
      isLessened ? 406 : door.repeatsRefusals && (status === 403 || status === 406) ? 400 : status,
    )
    const body: unknown = JSON.parse(heard.text)
    expect(isJsonObject(body) && door.error(body)).toMatch(words)
    if (retryAfter) expect(heard.retryAfter).toBe(retryAfter)
    if (tooLong && door.tooLong) expect(heard.text).toMatch(door.tooLong)
  })
  closesAll()
})

describe.each(Object.entries(FINE))('%s is an answer', (_, behaviour) => {
  const heardAt = atAllDoors(behaviour)
  test.each(CELLS.map((cell) => ({ at: nameOf(cell), cell })))('$at', ({ cell }) => {
    expect(heardAt(cell)).toMatchObject({ status: 200, asked: 1, text: expect.stringContaining('Hello') })
    expect(heardAt(cell).text).toMatch(cell.door.done)
    expect(heardAt(cell).text).not.toMatch(cell.door.failed)
  })
  closesAll()
})

describe('a limit inside a call says that the answer was cut off, and the call cannot be run', () => {
  const heardAt = atAllDoors(CUT_IN_CALL)
  // A thread tells its model that the call broke off, and asks again.
  test.each(CELLS.filter(({ door }) => !door.threads).map((cell) => ({ at: nameOf(cell), cell })))('$at', ({ cell }) => {
    expect(heardAt(cell)).toMatchObject({ status: 200, asked: 1 })
    expect(heardAt(cell).text).toMatch(cell.door.cut)
    expect(heardAt(cell).text).not.toMatch(cell.door.called)
  })
  closesAll()
})

describe('a refusal stays one', () => {
  const heardAt = atAllDoors(REFUSAL)
  test.each(CELLS.map((cell) => ({ at: nameOf(cell), cell })))('$at', ({ cell }) => {
    expect(heardAt(cell)).toMatchObject({ status: 200, asked: 1 })
    expect(heardAt(cell).text).toMatch(cell.door.refused)
  })
  closesAll()
})
