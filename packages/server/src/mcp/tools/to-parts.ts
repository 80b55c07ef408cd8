import { type FilePart, isJsonObject, type JsonObject, type JsonValue, type TextPart } from '@parley/dialects'

/** What of a result a model reads. The rest is cut, and said so. */
const MOST_CHARACTERS = 200_000
/** What a page is told of a result: it puts what is too long for a model into a file. */
export const MOST_FOR_PAGE = 8_000_000
/** Of base64: five megabytes. */
const MOST_FILE = Math.ceil((5 * 2 ** 20 * 4) / 3)
const MOST_BLOCKS = 200

export type Part = TextPart | FilePart

export interface ResultParts {
  /** For the model. */
  readonly content: readonly Part[]
  /** For the person only: what the server addressed to nobody but them. */
  readonly forPerson: readonly Part[]
  readonly data?: JsonValue
}

const text = (words: string): TextPart => ({ type: 'text', text: words })

/** The content of a `tools/call` result. Total: what is unknown, broken or too large becomes a sentence in its place. */
export function toParts(result: JsonObject, mask: (text: string) => string, most = MOST_CHARACTERS): ResultParts {
  const blocks = Array.isArray(result['content']) ? result['content'] : []
  const cut = new Budget(mask, most)
  const read = blocks.slice(0, MOST_BLOCKS).map((block: JsonValue) => ({ part: cut.part(block), isPrivate: isForPerson(block) }))
  const missing =
    blocks.length > MOST_BLOCKS ? [text(`[${blocks.length - MOST_BLOCKS} more pieces of content were left out]`)] : []
  const data = cut.data(result['structuredContent'])
  const content = [...read.flatMap(({ part, isPrivate }) => (isPrivate ? [] : [part])), ...missing]
  return {
    content: content.length === 0 && data !== undefined ? [text(JSON.stringify(data))] : content,
    forPerson: read.flatMap(({ part, isPrivate }) => (isPrivate ? [part] : [])),
    ...(data !== undefined && { data }),
  }
}

/** `audience: ["user"]`: for the eyes of the person, and not for the model's. */
function isForPerson(block: JsonValue): boolean {
  const audience = isJsonObject(block) && isJsonObject(block['annotations']) ? block['annotations']['audience'] : undefined
  return Array.isArray(audience) && audience.length > 0 && !audience.includes('assistant')
}

/** Counts what a model is given of one result. */
class Budget {
  readonly #mask: (text: string) => string
  #left: number

  constructor(mask: (text: string) => string, most: number) {
    this.#left = most
    this.#mask = mask
  }

  part(block: JsonValue): Part {
    if (!isJsonObject(block)) return text('[content that cannot be read]')
    const { type, mimeType, resource } = block
    if (type === 'text' && typeof block['text'] === 'string') return this.#words(block['text'])
    if (type === 'image' || type === 'audio') return this.#file(block['data'], mimeType)
    if (type === 'resource' && isJsonObject(resource)) return this.#resource(resource)
    // Never fetched by us: an address may be opened by a person.
    if (type === 'resource_link') return this.#words(`[${String(block['title'] ?? block['name'])}](${String(block['uri'])})`)
    return this.#words(`[content of the unknown type ${JSON.stringify(type ?? null)} was left out]`)
  }

  data(value: JsonValue | undefined): JsonValue | undefined {
    if (value === undefined) return undefined
    const written = JSON.stringify(value)
    if (written.length > MOST_CHARACTERS) return undefined
    const masked = this.#mask(written)
    return masked === written ? value : parsed(masked)
  }

  #resource(resource: JsonObject): Part {
    const { text: words, blob, mimeType, uri } = resource
    if (typeof words === 'string') return this.#words(words)
    return this.#file(blob, mimeType, typeof uri === 'string' ? uri.split('/').pop() : undefined)
  }

  #words(words: string): TextPart {
    const kept = this.#mask(words.length > this.#left ? words.slice(0, this.#left).toWellFormed() : words)
    const missing = words.length - Math.min(words.length, this.#left)
    this.#left -= words.length - missing
    return text(missing === 0 ? kept : `${kept}\n[${missing} characters were left out here; ask for a smaller part to see them]`)
  }

  #file(data: JsonValue | undefined, mimeType: JsonValue | undefined, name?: string): Part {
    const mediaType = typeof mimeType === 'string' && MEDIA_TYPE.test(mimeType) ? mimeType : 'application/octet-stream'
    if (typeof data !== 'string' || !BASE64.test(data.slice(0, 1000)))
      return text(`[a file of type ${mediaType} that cannot be read]`)
    if (data.length > MOST_FILE) return text(`[a file of type ${mediaType} was left out: it is larger than 5 MB]`)
    return { type: 'file', mediaType, data, ...(name !== undefined && name !== '' && { name: name.slice(0, 200) }) }
  }
}

const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/
const BASE64 = /^[A-Za-z0-9+/=_\s-]*$/

function parsed(json: string): JsonValue | undefined {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
