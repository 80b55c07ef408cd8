import { serveStatic } from '@hono/node-server/serve-static'
import { type FaultCode, FaultError } from '@parley/dialects'
import { type Config, createApp } from '@parley/server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { newRecord, type RecordBoard } from '../shared/piece-record.ts'
import type { RecordStore } from './record-store.ts'
import { recordTools } from './record-tools.ts'

export interface RecordsAppOptions {
  readonly config: Config
  readonly store: RecordStore
  /** The folder of the built page. */
  readonly page: string
}

/** The page for everybody; the chat and the records for who has the token. */
export function createRecordsApp({ config, store, page }: RecordsAppOptions): Hono {
  const app = new Hono()
  app.use(
    secureHeaders({
      // This server speaks plain HTTP; whoever puts it behind HTTPS says so there.
      strictTransportSecurity: false,
      contentSecurityPolicy: { defaultSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"], imgSrc: ["'self'", 'data:'] },
    }),
  )
  app.get('*', serveStatic({ root: page }))
  app.route('/', guardedApp(config, store))
  return app
}

/** Routes added to what `createApp` gives stand behind its guard: token, host and origin are checked before they are reached. */
function guardedApp(config: Config, store: RecordStore): Hono {
  const app = createApp(config, { tools: recordTools(store), isLocal: true })
  app.get('/records', async (context) => {
    const [records, stats] = await Promise.all([store.find({ limit: 50 }), store.stats({})])
    const board: RecordBoard = { records: [...records], stats }
    return context.json(board)
  })
  app.post('/records', bodyLimit({ maxSize: 10_000, onError: tooLarge }), async (context) => {
    const given = newRecord.safeParse(await context.req.json().catch(() => undefined))
    if (!given.success)
      throw refused(
        `The record is not valid: ${given.error.issues[0]?.path.join('.') || 'body'} is wrong. Correct it and send it again.`,
      )
    const kept = await store.add(given.data)
    if (kept.orderName !== given.data.orderName || kept.amount !== given.data.amount)
      throw refused('Another record has this id already. Send this one with an id of its own.')
    return context.json(kept, 201)
  })
  return app
}

const fault = (code: FaultCode, message: string) => new FaultError({ code, message, retryable: false })
const refused = (message: string) => fault('request/invalid', message)

function tooLarge(): never {
  throw fault('request/too-large', 'A record has at most 10,000 bytes. Send a shorter one.')
}
