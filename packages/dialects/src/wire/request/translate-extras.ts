import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import type { Extras } from '../../canonical/part.ts'
import { HINTS, type Listener, type Place, readPlace, wordAt } from './hints.ts'

export interface TranslatedExtras {
  /** In the words of the other format. */
  readonly fields: JsonObject
  /** What it has no words for, by name. */
  readonly untold: readonly string[]
}

/** Says a request's extras in the words of another format, as far as it has equal ones, for a model that understands them. */
export function translateExtras(extras: Extras, format: string, model: Listener): TranslatedExtras {
  const fields: Record<string, JsonValue> = {}
  const told: Place[] = []
  for (const hint of HINTS) {
    const places = (Object.hasOwn(hint, extras.format) ? hint[extras.format] : undefined) ?? []
    const said = places.map((place) => readPlace(extras.fields, place)).find((value) => value !== undefined)
    const there =
      said === undefined ? undefined : wordAt((Object.hasOwn(hint, format) ? hint[format] : undefined) ?? [], said, model)
    if (!there) continue
    put(fields, there.place, there.word)
    for (const place of places) told.push(place)
  }
  return { fields, untold: Object.entries(extras.fields).flatMap(([field, value]) => untoldIn(field, value, told)) }
}

/** Of two that say the same the first counts. */
function put(fields: Record<string, JsonValue>, { field, key }: Place, word: JsonValue): void {
  if (key === undefined) fields[field] ??= word
  else {
    const whole = fields[field]
    fields[field] = { [key]: word, ...(isJsonObject(whole) && whole) }
  }
}

function untoldIn(field: string, value: JsonValue, told: readonly Place[]): readonly string[] {
  const places = told.filter((place) => place.field === field)
  if (places.length === 0) return [field]
  if (!isJsonObject(value) || places.some(({ key }) => key === undefined)) return []
  const left = Object.entries(value).filter(([key, inner]) => {
    const place = places.find((one) => one.key === key)
    return !place || (readPlace({ [field]: value }, place) === undefined && !place.idle?.includes(inner))
  })
  return left.length === Object.keys(value).length ? [field] : left.map(([key]) => `${field}.${key}`)
}
