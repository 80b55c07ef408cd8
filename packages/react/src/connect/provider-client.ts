import { isJsonObject, isWording, type JsonObject, ownValue, type Sentence } from '@parley/dialects'
import { serverAnswer } from '../parts/server-answer.ts'

/** One who is connected. The key stays on the server. */
export interface KnownProvider {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly url: string
  readonly hasKey: boolean
  readonly models: readonly string[]
  /** It was connected in a page, and not in the configuration. */
  readonly isOwn: boolean
}

export interface Providers {
  readonly providers: readonly KnownProvider[]
  /** Why nothing may be changed here. Absent: it may. */
  readonly reason?: Sentence
}

/** What the form says. */
export interface ProviderDraft {
  readonly id?: string
  readonly label: string
  readonly kind: string
  readonly url: string
  /** Absent: the one that is kept. */
  readonly key?: string
  readonly models: readonly string[]
}

export type Tried =
  | { readonly ok: true; readonly url: string; readonly models: readonly string[] }
  | { readonly ok: false; readonly problem: Sentence }

const DOOR = '/api/providers'

const text = (value: JsonObject, key: string): string => String(ownValue(value, key) ?? '')
const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
const object = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

function sentenceIn(value: JsonObject): Sentence {
  const words = ownValue(value, 'words')
  return { message: text(value, 'message'), ...(isWording(words) && { words }) }
}

function readProvider(value: JsonObject): KnownProvider {
  const models = ownValue(value, 'models')
  return {
    id: text(value, 'id'),
    label: text(value, 'label'),
    kind: text(value, 'kind'),
    url: text(value, 'url'),
    hasKey: ownValue(value, 'hasKey') === true,
    models: Array.isArray(models) ? models.map(String) : [],
    isOwn: ownValue(value, 'isOwn') === true,
  }
}

export async function fetchProviders(): Promise<Providers> {
  const answer = object(await serverAnswer(await fetch(DOOR)))
  const reason = ownValue(answer, 'reason')
  return {
    providers: objects(ownValue(answer, 'providers')).map(readProvider),
    ...(isJsonObject(reason) && { reason: sentenceIn(reason) }),
  }
}

const post = async (door: string, draft: ProviderDraft): Promise<JsonObject> =>
  object(
    await serverAnswer(
      await fetch(door, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(draft) }),
    ),
  )

export async function tryProvider(draft: ProviderDraft): Promise<Tried> {
  const answer = await post(`${DOOR}/test`, draft)
  if (ownValue(answer, 'ok') !== true) return { ok: false, problem: sentenceIn(answer) }
  const models = objects(ownValue(answer, 'models')).map((model) => text(model, 'id'))
  return { ok: true, url: text(answer, 'url'), models }
}

export const saveProvider = async (draft: ProviderDraft): Promise<KnownProvider> =>
  readProvider(object(ownValue(await post(DOOR, draft), 'provider')))

export const removeProvider = async (id: string): Promise<void> =>
  void (await serverAnswer(await fetch(`${DOOR}/${encodeURIComponent(id)}`, { method: 'DELETE' })))
