import { redact, SECRET_SIGNS } from '../turn/result-gate.ts'

export interface Cleaned<Value> {
  readonly value: Value
  /** How many texts were changed. */
  readonly removed: number
}

/** A copy in which no text holds one of the given secrets or anything that looks like one. */
export function removeSecrets<Value>(value: Value, secrets: readonly string[]): Cleaned<Value> {
  // A short "secret" would tear holes into ordinary words.
  const literal = secrets.filter((secret) => secret.length >= 8).sort((left, right) => right.length - left.length)
  let removed = 0
  const clean = (item: unknown): unknown => {
    if (typeof item === 'string') {
      const cleaned = literal.reduce((text, secret) => text.replaceAll(secret, '[secret removed]'), redact(item, SECRET_SIGNS))
      if (cleaned !== item) removed += 1
      return cleaned
    }
    if (Array.isArray(item)) return item.map(clean)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, clean(inner)]))
  }
  // Only texts are replaced by texts, so the shape is the same.
  const cleaned = clean(value) as Value
  return { value: cleaned, removed }
}
