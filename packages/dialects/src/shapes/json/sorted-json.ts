import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'

/** JSON whose keys stand in the order of the alphabet, as some templates write it. */
export function sortedJson(value: JsonValue): string {
  return JSON.stringify(value, (_, item: JsonValue) => (isJsonObject(item) ? sortedMembers(item) : item))
}

/** The same object with its keys in that order, at every depth. */
export function sortedKeys(value: JsonObject): JsonObject {
  // JSON of an object is read as an object.
  return JSON.parse(sortedJson(value)) as JsonObject
}

/** Upper and lower case side by side, as Jinja sorts. */
export function sortedMembers<Member>(members: Readonly<Record<string, Member>>): Record<string, Member> {
  return Object.fromEntries(
    Object.entries(members).toSorted(([one], [other]) => {
      const [a, b] = [one.toLowerCase(), other.toLowerCase()]
      return a < b ? -1 : a > b ? 1 : 0
    }),
  )
}
