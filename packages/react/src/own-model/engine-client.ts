import { serverAnswer } from '../parts/server-answer.ts'
import { type EngineState, type FoundModel, type LookedAt, readEngine, readFound, readLook } from './engine-state.ts'

const at = (path: string, id: string): string => `/api/engine/${path}/${encodeURIComponent(id)}`

async function send(method: string, url: string, body?: object): Promise<void> {
  await serverAnswer(await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) }))
}

export const fetchEngine = async (): Promise<EngineState> => readEngine(await serverAnswer(await fetch('/api/engine')))

export const fetchFound = async (): Promise<readonly FoundModel[]> =>
  readFound(await serverAnswer(await fetch('/api/engine/found')))

/** Asks the place that it comes from. Nothing is fetched. */
export async function lookAt(id: string, mirror: string): Promise<LookedAt> {
  const query = mirror === '' ? '' : `?mirror=${encodeURIComponent(mirror)}`
  return readLook(await serverAnswer(await fetch(`${at('offers', id)}${query}`)))
}

export const installEngine = (variant: string): Promise<void> => send('POST', '/api/engine', { variant })
/** Stops an install, or deletes what is installed. */
export const removeEngine = (): Promise<void> => send('DELETE', '/api/engine')
export const beginDownload = (model: string, mirror: string): Promise<void> =>
  send('POST', '/api/engine/downloads', { model, ...(mirror !== '' && { mirror }) })
export const pauseDownload = (id: string): Promise<void> => send('POST', `${at('downloads', id)}/pause`)
export const cancelDownload = (id: string): Promise<void> => send('DELETE', at('downloads', id))
export const takeFound = (model: string): Promise<void> => send('POST', '/api/engine/models', { model })
export const removeModel = (id: string): Promise<void> => send('DELETE', at('models', id))
