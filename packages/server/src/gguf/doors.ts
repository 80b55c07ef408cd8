import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { type Context, Hono } from 'hono'
import { checked } from '../http/chat-request-schema.ts'
import { readBody } from '../http/read-body.ts'
import { refusal } from '../http-fault.ts'
import type { EngineKeeper } from './engine/engine-keeper.ts'
import type { EngineHome } from './engine/install-engine.ts'
import { ENGINE_VERSION } from './engine/variant.ts'
import { downloadBody, installBody, useBody } from './engine-bodies.ts'
import { sendWeights } from './files/send-weights.ts'
import type { ShelfFile } from './files/shelf.ts'
import { createInstalling, type Installing } from './installing.ts'
import { createDownloads, type Downloads } from './weights/downloads.ts'
import type { ModelsHome } from './weights/models-home.ts'
import type { Offer } from './weights/offers.ts'
import { say } from './words.ts'

export interface GgufHouse {
  readonly home: EngineHome
  readonly keeper: EngineKeeper
  readonly models: ModelsHome
}

interface House extends GgufHouse {
  readonly installing: Installing
  readonly downloads: Downloads
}

export interface GgufDoors {
  answer(context: Context): Promise<Response>
  close(): Promise<void>
}

const FRESH = { 'cache-control': 'no-store' }
const SMALL = { bodyBytes: 10_000, bodyValues: 100 }

/** What a page of this computer may see and do of models that run in here. Nothing is fetched unless it is asked for by name. */
export function createGgufDoors(given: GgufHouse): GgufDoors {
  const house = { ...given, installing: createInstalling(given.home), downloads: createDownloads(given.models) }
  const doors = new Hono()
  openEngine(doors, house)
  openDownloads(doors, house)
  openModels(doors, house)
  doors.onError((error) => {
    throw error
  })
  return { answer: async (context) => await doors.fetch(context.req.raw), close: () => house.downloads.close() }
}

function openEngine(doors: Hono, house: House): void {
  const { home, installing, keeper } = house
  doors.get('/api/engine', async (context) => context.json(await stateOf(house), 200, FRESH))
  doors.post('/api/engine', async (context) => {
    const { variant } = checked(installBody, await readBody(context.req.raw, SMALL))
    if (!home.variant) throw refusal('request/invalid', say('gguf.no-engine', { system: `${process.platform} ${process.arch}` }))
    if (variant !== home.variant.name) throw refusal('request/conflict', say('gguf.other-engine', { name: home.variant.name }))
    installing.begin()
    return context.json(installing.state(), 202, FRESH)
  })
  doors.delete('/api/engine', async (context) => {
    await keeper.release()
    await installing.remove()
    return context.body(null, 204)
  })
}

function openDownloads(doors: Hono, { models, downloads }: House): void {
  const offered = (id: string): Offer => {
    const offer = models.offers.find((one) => one.id === id)
    if (!offer) throw refusal('request/not-found', say('weights.not-offered', { model: id }))
    return offer
  }
  doors.get('/api/engine/offers/:id', async (context) => {
    const { mirror } = checked(downloadBody, { model: context.req.param('id'), ...context.req.query() })
    const file = await models.look(offered(context.req.param('id')), context.req.raw.signal, mirror)
    return context.json({ ...file, freeBytes: await models.free() }, 200, FRESH)
  })
  doors.post('/api/engine/downloads', async (context) => {
    const { model, mirror } = checked(downloadBody, await readBody(context.req.raw, SMALL))
    downloads.begin(offered(model), mirror)
    return context.json({ downloads: await downloads.list() }, 202, FRESH)
  })
  doors.post('/api/engine/downloads/:id/pause', async (context) => {
    await downloads.pause(offered(context.req.param('id')))
    return context.json({ downloads: await downloads.list() }, 200, FRESH)
  })
  doors.delete('/api/engine/downloads/:id', async (context) => {
    await downloads.cancel(offered(context.req.param('id')))
    return context.body(null, 204)
  })
}

function openModels(doors: Hono, { models, keeper }: House): void {
  doors.get('/api/engine/found', async (context) => context.json({ found: await models.found() }, 200, FRESH))
  doors.post('/api/engine/models', async (context) => {
    const { model } = checked(useBody, await readBody(context.req.raw, SMALL))
    const found = (await models.found()).find(({ id }) => id === model)
    if (!found) throw refusal('request/not-found', say('weights.not-found', { model }))
    await models.use(found)
    return context.body(null, 204)
  })
  doors.get('/api/engine/models/:id/weights', async (context) => {
    const id = context.req.param('id')
    const file = (await models.list()).find((one) => one.id === id)
    if (!file || !existsSync(file.path)) throw refusal('request/not-found', say('weights.not-here', { model: id }))
    return await sendWeights(file.path, context.req.header('range'))
  })
  doors.delete('/api/engine/models/:id', async (context) => {
    const id = context.req.param('id')
    const file = (await models.list()).find((one) => one.id === id)
    // What is configured is not ours to delete, and what is in use must be let go of first.
    if (!file || file.origin === 'configured') throw refusal('request/not-found', say('weights.not-ours', { model: id }))
    await keeper.release(file.path)
    await models.remove(id)
    return context.body(null, 204)
  })
}

async function stateOf({ home, keeper, models, downloads, installing }: House): Promise<object> {
  const engine = home.variant && { ...home.variant, version: ENGINE_VERSION, installed: home.installed() !== undefined }
  const running = keeper.state()
  const free = process.availableMemory()
  return {
    engine: engine ?? null,
    ...installing.state(),
    ...(running && { running }),
    memory: { free, total: totalmem() },
    models: await Promise.all((await models.list()).map(weighed)),
    downloads: await downloads.list(),
    offers: models.offers.map((offer) => ({ ...offer, fits: offer.memoryGb * 2 ** 30 <= free })),
    seen: models.seen,
    suggested: models.suggested()?.id,
    mirror: models.mirror,
  }
}

/** A file that has gone since has no size. */
async function weighed(file: ShelfFile): Promise<object> {
  const found = await stat(file.path).catch(() => undefined)
  return { ...file, ...(found && { bytes: found.size }) }
}
