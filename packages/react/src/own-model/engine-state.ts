import { faultOf, isJsonObject, type JsonObject, type JsonValue, ownValue, type Sentence } from '@parley/dialects'

/** The engine that runs models from files. */
interface Engine {
  readonly name: string
  readonly fetchedMb: number
  readonly diskMb: number
  readonly installed: boolean
}

/** A model that is here. */
export interface HeldModel {
  readonly id: string
  /** `configured`: named at the start. `downloaded`: ours to delete. `linked`: another program's. */
  readonly origin: string
  readonly bytes: number | undefined
}

export interface Download {
  readonly id: string
  readonly state: string
  readonly bytes: number
  readonly total: number | undefined
  readonly problem: Sentence | undefined
}

/** A model that can be downloaded. */
export interface OfferedWeights {
  readonly id: string
  readonly title: string
  readonly repo: string
  readonly gigabytes: number
  readonly memoryGb: number
  readonly licence: string
  /** Tags of those that it speaks best, and how many others. */
  readonly languages: readonly string[]
  readonly otherLanguages: number
  readonly fits: boolean
}

export interface EngineState {
  /** Absent: there is none for this kind of computer. */
  readonly engine: Engine | undefined
  readonly installing: boolean
  readonly problem: Sentence | undefined
  readonly freeMemory: number
  readonly models: readonly HeldModel[]
  readonly downloads: readonly Download[]
  readonly offers: readonly OfferedWeights[]
  /** The day on which the offers were looked at. */
  readonly seen: string
  readonly suggested: string
  readonly mirror: string
}

/** A file that another program has. */
export interface FoundModel {
  readonly id: string
  readonly bytes: number
  readonly from: string
}

/** What a download would bring. */
export interface LookedAt {
  readonly mirror: string
  readonly bytes: number
  readonly sha256: string
  readonly freeBytes: number
}

const text = (object: JsonObject, key: string): string => {
  const value = ownValue(object, key)
  return typeof value === 'string' ? value : ''
}
const count = (object: JsonObject, key: string): number | undefined => {
  const value = ownValue(object, key)
  return typeof value === 'number' ? value : undefined
}
const textsIn = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
const objects = (value: JsonValue | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
const problemOf = (object: JsonObject): Sentence | undefined => faultOf({ fault: ownValue(object, 'problem') })

/** The server's answer, believed only where it has the expected form. */
export function readEngine(body: unknown): EngineState {
  const state = objectOf(body)
  const engine = ownValue(state, 'engine')
  return {
    engine: isJsonObject(engine) ? engineOf(engine) : undefined,
    installing: ownValue(state, 'installing') === true,
    problem: problemOf(state),
    freeMemory: count(objectOf(ownValue(state, 'memory')), 'free') ?? 0,
    models: objects(ownValue(state, 'models')).map((model) => ({
      id: text(model, 'id'),
      origin: text(model, 'origin'),
      bytes: count(model, 'bytes'),
    })),
    downloads: objects(ownValue(state, 'downloads')).map((download) => ({
      id: text(download, 'id'),
      state: text(download, 'state'),
      bytes: count(download, 'bytes') ?? 0,
      total: count(download, 'total'),
      problem: problemOf(download),
    })),
    offers: objects(ownValue(state, 'offers')).map(offerOf),
    seen: text(state, 'seen'),
    suggested: text(state, 'suggested'),
    mirror: text(state, 'mirror'),
  }
}

const engineOf = (engine: JsonObject): Engine => ({
  name: text(engine, 'name'),
  fetchedMb: count(engine, 'fetchedMb') ?? 0,
  diskMb: count(engine, 'diskMb') ?? 0,
  installed: ownValue(engine, 'installed') === true,
})

const offerOf = (offer: JsonObject): OfferedWeights => ({
  id: text(offer, 'id'),
  title: text(offer, 'title'),
  repo: text(offer, 'repo'),
  gigabytes: count(offer, 'gigabytes') ?? 0,
  memoryGb: count(offer, 'memoryGb') ?? 0,
  licence: text(offer, 'licence'),
  languages: textsIn(ownValue(offer, 'languages')),
  otherLanguages: count(offer, 'otherLanguages') ?? 0,
  fits: ownValue(offer, 'fits') === true,
})

export function readFound(body: unknown): readonly FoundModel[] {
  return objects(ownValue(objectOf(body), 'found')).map((found) => ({
    id: text(found, 'id'),
    bytes: count(found, 'bytes') ?? 0,
    from: text(found, 'from'),
  }))
}

export function readLook(body: unknown): LookedAt {
  const look = objectOf(body)
  return {
    mirror: text(look, 'mirror'),
    bytes: count(look, 'bytes') ?? 0,
    sha256: text(look, 'sha256'),
    freeBytes: count(look, 'freeBytes') ?? 0,
  }
}
