import type { FilePart, JsonObject, TextPart } from '@parley/dialects'
import { isJsonObject, ownValue } from '@parley/dialects'
import type { Attachment } from './attachment.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

function partIn(raw: unknown): readonly (TextPart | FilePart)[] {
  if (!isJsonObject(raw)) return []
  const [type, text, data, mediaType, name] = ['type', 'text', 'data', 'mediaType', 'name'].map((key) => ownValue(raw, key))
  if (type === 'text' && isText(text)) return [{ type, text }]
  if (type === 'file' && isText(data) && isText(mediaType)) return [{ type, data, mediaType, ...(isText(name) && { name }) }]
  return []
}

function attachmentIn(raw: JsonObject): Attachment | undefined {
  const [id, name, path, size, count, source, parts] = ['id', 'name', 'path', 'size', 'count', 'source', 'parts'].map((key) =>
    ownValue(raw, key),
  )
  if (!isText(id) || !isText(name)) return undefined
  if (isText(path) && typeof size === 'number') return { id, name, path, size, ...(typeof count === 'number' && { count }) }
  return isText(source) && Array.isArray(parts) ? { id, name, source, parts: parts.flatMap(partIn) } : undefined
}

/** What was kept, as far as it can be believed: other versions of the page write there too. */
export function attachmentsIn(raw: unknown): readonly Attachment[] {
  return Array.isArray(raw) ? raw.filter(isJsonObject).flatMap((each) => attachmentIn(each) ?? []) : []
}

/** The JSON behind a key of the browser's own store. Undefined: there is none, or it cannot be read. */
export function keptJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

/** A full store costs what would be there after a reload, not what is there now. */
export function keepJson(storage: Storage, key: string, value: readonly unknown[]): void {
  if (value.length === 0) return storage.removeItem(key)
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    storage.removeItem(key)
  }
}
