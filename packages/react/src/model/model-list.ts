import { isJsonObject, isWording, type JsonObject, ownValue, type Sentence, type Wording } from '@parley/dialects'

/** A model the server offers, and how it would be spoken to. */
export interface OfferedModel {
  readonly id: string
  readonly label: string
  readonly words?: Wording
  readonly provider: string
  readonly demo: boolean
  readonly dialect: string
  readonly dialectReason: Sentence
  /** It thinks aloud before it answers. */
  readonly reasoning: boolean
}

export interface ModelList {
  readonly models: readonly OfferedModel[]
  readonly default: string
  readonly reason: Sentence
  readonly problems: readonly ({ readonly provider: string } & Sentence)[]
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

const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** The server's answer, believed only where it has the expected form. */
export function readModelList(body: unknown): ModelList {
  const list = isJsonObject(body) ? body : {}
  return {
    models: objects(ownValue(list, 'models')).map((model) => ({
      id: text(model, 'id'),
      ...label(model),
      provider: text(model, 'provider'),
      demo: ownValue(model, 'demo') === true,
      dialect: text(model, 'dialect'),
      dialectReason: sentence(model, 'dialectReason', 'dialectWords'),
      reasoning: model['reasoning'] === true,
    })),
    default: text(list, 'default'),
    reason: sentence(list, 'reason', 'words'),
    problems: objects(ownValue(list, 'problems')).map((problem) => ({
      provider: text(problem, 'provider'),
      ...sentence(problem, 'message', 'words'),
    })),
  }
}
