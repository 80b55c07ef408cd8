/** Long enough that no two answers share it, short enough for the vendor with the shortest ids. */
const LENGTH = 24

/**
 * Ids for the calls of one answer that were written without: `call_5f0c…_2` is the second. A client that keeps the answer as
 * text has no id in it when it comes back with a result, and the number tells which call is meant.
 */
export function createCallIds(newId: () => string): () => string {
  const answer = newId().replaceAll('-', '').slice(0, LENGTH)
  let made = 0
  return () => `call_${answer}_${++made}`
}

/** Which call of its answer an id of ours belongs to. Undefined: it is not one of ours. */
export function placeOfCall(id: string): string | undefined {
  return OWN.exec(id)?.[1]
}

const OWN = new RegExp(`^call_[0-9a-f]{${LENGTH}}_([0-9]+)$`)
