import { FaultError, faultOf, type Sentence } from '@parley/dialects'
import type { Context, Handler, Hono } from 'hono'
import { z } from 'zod'
import { type Card, MOST_CARD, MOST_VALUES, readCard } from '../doctor/card.ts'
import type { CardHead } from '../doctor/card-store.ts'
import { examining, type Progress, planFor } from '../doctor/examine.ts'
import { type Report, reportOn } from '../doctor/report.ts'
import { say } from '../doctor/words.ts'
import { checked } from '../http/chat-request-schema.ts'
import { readBody } from '../http/read-body.ts'
import { streamResponse } from '../http/stream-response.ts'
import { refusal } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import { say as sayServer } from '../words.ts'

/** What `POST /api/doctor` takes. A budget can only be smaller than the usual one. */
export const doctorBody = z.strictObject({
  model: z.string().min(1),
  budget: z
    .strictObject({
      requests: z.number().int().min(1).max(60).exactOptional(),
      tokens: z.number().int().min(1).max(120_000).exactOptional(),
      ms: z.number().int().min(1).max(1_800_000).exactOptional(),
      answerMs: z.number().int().min(1).max(120_000).exactOptional(),
    })
    .exactOptional(),
})

/** The last event of an examination. */
interface Examined {
  readonly type: 'examined'
  /** Where it is kept. Absent: it could not be, and `problem` says why. */
  readonly kept?: CardHead
  readonly problem?: Sentence
  readonly card: Card
  readonly report: Report
}

/**
 * The doctor's doors, for a page of the server or the holder of its token. Every examination costs somebody money, and its card says how
 * everybody's model is spoken to: only an admin makes or removes one.
 */
export function openDoctor(app: Hono, server: ServerContext, isOurs: (request: Request) => boolean): void {
  const guarded =
    (handler: (context: Context) => Promise<Response>): Handler =>
    async (context) => {
      if (!isOurs(context.req.raw)) throw refusal('request/forbidden', say('doctor.own-page'))
      return await handler(context)
    }
  const changing = (handler: (context: Context) => Promise<Response>): Handler =>
    guarded(async (context) => {
      if (!server.isAdmin(context.req.raw)) throw refusal('request/forbidden', sayServer('server.admin'))
      return await handler(context)
    })
  app.get('/api/doctor', guarded(planRoute(server)))
  app.post('/api/doctor', changing(examineRoute(server)))
  app.post('/api/doctor/replay', guarded(replayRoute(server)))
  app.get('/api/doctor/cards', guarded(cardsRoute(server)))
  app.get('/api/doctor/cards/:id', guarded(cardRoute(server)))
  app.delete('/api/doctor/cards/:id', changing(removeRoute(server)))
}

type Route = (server: ServerContext) => (context: Context) => Promise<Response>

const FRESH = { 'cache-control': 'no-store' }

/** What it would cost at most. */
const planRoute: Route = (server) => async (context) => {
  const model = await server.catalog.find(context.req.query('model') ?? '', undefined)
  if (model.info.demo) throw refusal('request/invalid', say('doctor.demo'))
  return context.json(planFor(model), 200, FRESH)
}

const examineRoute: Route = (server) => async (context) => {
  const { model: name, budget = {} } = checked(doctorBody, await readBody(context.req.raw, server.limits))
  const model = await server.catalog.find(name, undefined)
  if (model.info.demo) throw refusal('request/invalid', say('doctor.demo'))
  const { signal, end } = server.streams.begin(server.leaving(context))
  async function* events(): AsyncGenerator<readonly (Progress | Examined)[]> {
    const work = examining(model, { signal, budget, now: server.now })
    for (;;) {
      const step = await work.next()
      if (!step.done) yield [step.value]
      else return yield [await examined(server, step.value)]
    }
  }
  return streamResponse<Progress | Examined>(events(), {
    write: (batch) => `data: ${JSON.stringify(batch)}\n\n`,
    onEnd: end,
    stopping: server.streams.stopping,
    ownSocket: server.ownSocket,
    beatMs: server.limits.beatMs,
  })
}

async function examined({ cards }: ServerContext, card: Card): Promise<Examined> {
  const report = await reportOn(card)
  try {
    return { type: 'examined', kept: await cards.keep(card), card, report }
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    return { type: 'examined', problem: say('doctor.kept-not', { why: fault }), card, report }
  }
}

/** A card that somebody brings: read again, and neither believed nor kept. */
const replayRoute: Route = (server) => async (context) => {
  const limits = { bodyBytes: Math.min(MOST_CARD, server.limits.bodyBytes), bodyValues: MOST_VALUES }
  const body = await readBody(context.req.raw, limits).catch((error: unknown) => {
    throw faultOf(error)?.code === 'request/too-large' ? refusal('request/too-large', say('doctor.card-large')) : asCard(error)
  })
  const card = readCard(body)
  return context.json({ card, report: await reportOn(card) }, 200, FRESH)
}

/** Whoever opens a file did not mean to send a request. */
function asCard(error: unknown): unknown {
  const fault = faultOf(error)
  return fault?.code === 'request/invalid' ? new FaultError({ ...fault, ...say('doctor.card-json') }) : error
}

const cardsRoute: Route =
  ({ cards }) =>
  async (context) => {
    await cards.refresh()
    return context.json({ cards: cards.heads() }, 200, FRESH)
  }

const cardRoute: Route =
  ({ cards }) =>
  async (context) => {
    const id = context.req.param('id') ?? ''
    const card = await cards.read(id)
    if (!card) throw refusal('request/not-found', say('doctor.no-card'))
    return context.json({ id, card, report: await reportOn(card) }, 200, FRESH)
  }

const removeRoute: Route =
  ({ cards }) =>
  async (context) => {
    if (!(await cards.remove(context.req.param('id') ?? ''))) throw refusal('request/not-found', say('doctor.no-card'))
    return context.body(null, 204)
  }
