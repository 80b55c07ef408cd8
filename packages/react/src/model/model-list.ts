import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'

/** A model the server offers, and how it would be spoken to. */
export interface OfferedModel {
  readonly id: string
  readonly label: string
  readonly provider: string
  readonly demo: boolean
  readonly dialect: string
  readonly dialectReason: string
  /** It thinks aloud before it answers. */
  readonly reasoning: boolean
}

export interface ModelList {
  readonly models: readonly OfferedModel[]
  readonly default: string
  readonly reason: string
  readonly problems: readonly { readonly provider: string; readonly message: string }[]
}

const text = (object: JsonObject, key: string): string => {
  const value = ownValue(object, key)
  return typeof value === 'string' ? value : ''
}

const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** The server's answer, believed only where it has the expected form. */
export function readModelList(body: unknown): ModelList {
  const list = isJsonObject(body) ? body : {}
  return {
    models: objects(ownValue(list, 'models')).map((model) => ({
      id: text(model, 'id'),
      label: text(model, 'label') || text(model, 'id'),
      provider: text(model, 'provider'),
      demo: ownValue(model, 'demo') === true,
      dialect: text(model, 'dialect'),
      dialectReason: text(model, 'dialectReason'),
      reasoning: model['reasoning'] === true,
    })),
    default: text(list, 'default'),
    reason: text(list, 'reason'),
    problems: objects(ownValue(list, 'problems')).map((problem) => ({
      provider: text(problem, 'provider'),
      message: text(problem, 'message'),
    })),
  }
}
