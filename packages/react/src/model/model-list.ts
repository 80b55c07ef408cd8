import { isJsonObject, isWording, type JsonObject, type JsonValue, ownValue, type Sentence, type Wording } from '@parley/dialects'

/** A model the server offers, and how it would be spoken to. */
export interface OfferedModel {
  readonly id: string
  readonly label: string
  readonly words?: Wording
  readonly provider: string
  readonly providerId: string
  readonly demo: boolean
  readonly dialect: string
  readonly dialectReason: Sentence
  /** It thinks aloud before it answers. */
  readonly reasoning: boolean
  /** How much it reads at once, in tokens. Absent: nobody said. */
  readonly contextTokens?: number
  /** Whether it sees pictures. Absent: nobody said. */
  readonly sees?: boolean
  /** The dialect that it alone speaks. Absent: it has none. */
  readonly own?: OwnDialect
}

/** Known by no list: the server says what it is like, where that can be said as data. */
export interface OwnDialect {
  readonly id: string
  readonly shape?: JsonValue
}

/** Somebody who has models, or would have them. */
export interface OfferedProvider {
  readonly id: string
  readonly label: string
  readonly isUp: boolean
}

export interface ModelList {
  readonly providers: readonly OfferedProvider[]
  readonly models: readonly OfferedModel[]
  readonly default: string
  readonly reason: Sentence
  readonly problems: readonly ({ readonly provider: string } & Sentence)[]
  /** The server does not answer: this is what is known without it. */
  readonly isAway?: true
}

const text = (object: JsonObject, key: string): string => {
  const value = ownValue(object, key)
  return typeof value === 'string' ? value : ''
}

const sentence = (object: JsonObject, key: string, other: string): Sentence => {
  const words = ownValue(object, other)
  return { message: text(object, key), ...(isWording(words) && { words }) }
}

const label = (model: JsonObject): { readonly label: string; readonly words?: Wording } => {
  const { message, words } = sentence(model, 'label', 'words')
  return { label: message || text(model, 'id'), ...(words && { words }) }
}

/** A model's name, in the reader's language where it is no name. */
export const labelSentence = ({ label: message, words }: Pick<OfferedModel, 'label' | 'words'>): Sentence => ({
  message,
  ...(words && { words }),
})

function ownDialect(own: JsonValue | undefined): Pick<OfferedModel, 'own'> {
  const id = isJsonObject(own) ? text(own, 'id') : ''
  const shape = isJsonObject(own) ? ownValue(own, 'shape') : undefined
  return id === '' ? {} : { own: { id, ...(shape !== undefined && { shape }) } }
}

const contextOf = (value: JsonValue | undefined): Pick<OfferedModel, 'contextTokens'> =>
  typeof value === 'number' ? { contextTokens: value } : {}

const sightOf = (value: JsonValue | undefined): Pick<OfferedModel, 'sees'> => (typeof value === 'boolean' ? { sees: value } : {})

const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** The server's answer, believed only where it has the expected form. */
export function readModelList(body: unknown): ModelList {
  const list = isJsonObject(body) ? body : {}
  return {
    providers: objects(ownValue(list, 'providers')).map((provider) => ({
      id: text(provider, 'id'),
      label: text(provider, 'label'),
      isUp: text(provider, 'status') !== 'down',
    })),
    models: objects(ownValue(list, 'models')).map((model) => ({
      id: text(model, 'id'),
      ...label(model),
      provider: text(model, 'provider'),
      providerId: text(model, 'providerId'),
      demo: ownValue(model, 'demo') === true,
      dialect: text(model, 'dialect'),
      dialectReason: sentence(model, 'dialectReason', 'dialectWords'),
      reasoning: model['reasoning'] === true,
      ...contextOf(ownValue(model, 'contextTokens')),
      ...sightOf(ownValue(model, 'sees')),
      ...ownDialect(ownValue(model, 'own')),
    })),
    default: text(list, 'default'),
    reason: sentence(list, 'reason', 'words'),
    problems: objects(ownValue(list, 'problems')).map((problem) => ({
      provider: text(problem, 'provider'),
      ...sentence(problem, 'message', 'words'),
    })),
  }
}
