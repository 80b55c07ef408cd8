import { faultOf, type JsonObject } from '@parley/dialects'
import { eventsOf } from '../parts/event-batches.ts'
import { serverAnswer } from '../parts/server-answer.ts'
import {
  type KeptCard,
  type Plan,
  type Progress,
  readKept,
  readPlan,
  readProgress,
  readShown,
  type ShownCard,
} from './doctor-card.ts'

export const fetchPlan = async (model: string, signal: AbortSignal): Promise<Plan> =>
  readPlan(await serverAnswer(await fetch(`/api/doctor?model=${encodeURIComponent(model)}`, { signal })))

/** The card that is kept of this model. Absent: it was never examined. */
export async function fetchKept(model: string, signal: AbortSignal): Promise<KeptCard | undefined> {
  const cards = readKept(await serverAnswer(await fetch('/api/doctor/cards', { signal })))
  return cards.find((card) => card.model === model)
}

export const fetchCard = async (id: string): Promise<ShownCard> =>
  readShown(await serverAnswer(await fetch(`/api/doctor/cards/${encodeURIComponent(id)}`)))

export const deleteCard = async (id: string): Promise<void> =>
  void (await serverAnswer(await fetch(`/api/doctor/cards/${encodeURIComponent(id)}`, { method: 'DELETE' })))

/** Reads a card from a file again. The server judges whether it is one. */
export const replayCard = async (file: Blob): Promise<ShownCard> =>
  readShown(await serverAnswer(await fetch('/api/doctor/replay', { method: 'POST', body: file })))

/** The event with which an examination ended. Aborting ends it on the server as well. */
export async function examineModel(
  model: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<JsonObject> {
  const response = await fetch('/api/doctor', { method: 'POST', body: JSON.stringify({ model }), signal })
  if (!response.ok) await serverAnswer(response)
  for await (const event of eventsOf(response)) {
    const fault = faultOf(event)
    if (fault) throw Object.assign(new Error(fault.message), { fault })
    if (event['type'] === 'progress') onProgress(readProgress(event))
    if (event['type'] === 'examined') return event
  }
  throw new Error('The examination broke off.')
}
