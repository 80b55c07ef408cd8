import { inputJson, type SpokenCall } from '../../canonical/part.ts'
import { spacedJson } from './spaced-json.ts'

/** The arguments of a call, spaced as chat templates space them. */
export function argumentsJson(call: SpokenCall): string {
  return spacedJson(inputJson(call))
}

/** An id of so many letters and digits, for models that are used to them; one that is such an id already stays. */
export function shortId(id: string, length: number): string {
  return id
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .padStart(length, '0')
    .slice(-length)
}

/** The place of a call in its conversation, by an id such as `call_7`; for others, its place among its neighbours. */
export function callNumber(id: string, index: number): number {
  const digits = /\d{1,9}$/.exec(id)?.[0]
  return digits === undefined ? index : Number(digits)
}
