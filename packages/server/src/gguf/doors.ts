import { faultOf } from '@parley/dialects'
import { type Context, Hono } from 'hono'
import type { EngineKeeper } from './engine/engine-keeper.ts'
import type { EngineHome } from './engine/install-engine.ts'
import { ENGINE_VERSION } from './engine/variant.ts'
import type { Shelf } from './files/shelf.ts'

export interface GgufHouse {
  readonly home: EngineHome
  readonly shelf: Shelf
  readonly keeper: EngineKeeper
}

const FRESH = { 'cache-control': 'no-store' }

/** What a page of this computer may see and do of models that run in here. */
export function createGgufDoors(opened: GgufHouse): (context: Context) => Promise<Response> {
  const doors = new Hono()
  const installing = createInstalling(opened)
  doors.get('/api/engine', async (context) => context.json(await stateOf(opened, installing.state()), 200, FRESH))
  doors.post('/api/engine', (context) => {
    installing.begin()
    return context.json({ installing: true }, 202, FRESH)
  })
  doors.onError((error) => {
    throw error
  })
  return async (context) => await doors.fetch(context.req.raw)
}

type Installing = { readonly installing: boolean; readonly problem?: object }

/** The page that asked may be closed meanwhile; whoever looks next sees how it went. */
function createInstalling({ home }: GgufHouse) {
  let state: Installing = { installing: false }
  const work = async (): Promise<void> => {
    try {
      await home.install(new AbortController().signal)
      state = { installing: false }
    } catch (error) {
      state = { installing: false, problem: faultOf(error) ?? { message: String(error) } }
    }
  }
  return {
    state: () => state,
    begin() {
      if (state.installing) return
      state = { installing: true }
      void work()
    },
  }
}

async function stateOf({ home, keeper, shelf }: GgufHouse, installing: Installing): Promise<object> {
  const engine = home.variant && { ...home.variant, version: ENGINE_VERSION, installed: home.installed() !== undefined }
  const running = keeper.state()
  return { engine: engine ?? null, ...installing, ...(running && { running }), models: await shelf.list() }
}
