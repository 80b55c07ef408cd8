/**
 * A way around `JSON.parse` for the payloads of which a stream has thousands: the same envelope with another string in it.
 *
 *     {"id":"c1","choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":null}]}
 *     ^^^^^^^^^^^^^^^^^^^^^^^ prefix ^^^^^^^^^^^^^^^^^^^^^^   ^^^^^^^^^ suffix ^^^^^^^^^
 *
 * The envelope is learned from a payload that was parsed in full, so it is exact for any vendor; whatever does not
 * fit it byte by byte is parsed in full again.
 */
export interface ContentLane {
  /** The string inside the envelope, or `undefined` when the payload must be parsed. */
  read(payload: string): string | undefined
  /** The same for whole events at the front of a piece of the stream: their strings, joined, and how many characters the events were. */
  skim(piece: string): { readonly length: number; readonly content: string }
  /** Learns from a payload that was parsed and whose only news was `content` under `key`. */
  learn(payload: string, key: string, extract: (value: unknown) => unknown): void
}

const SENTINEL = 'p~0'
const MAX_LESSONS = 6

export function createContentLane(): ContentLane {
  let prefix = ''
  let suffix = ''
  let head = ''
  let tail = ''
  let lessons = 0
  return {
    skim(piece) {
      let [from, all] = [0, '']
      if (head === '') return { length: from, content: all }
      while (standsAt(piece, from, head)) {
        const start = from + head.length
        const end = endOfString(piece, start)
        if (end === -1 || !standsAt(piece, end, tail)) break
        const content = unescaped(piece.slice(start, end))
        if (content === undefined) break
        all += content
        from = end + tail.length
      }
      return { length: from, content: all }
    },
    read(payload) {
      const end = payload.length - suffix.length
      if (prefix === '' || end < prefix.length || !standsAt(payload, 0, prefix) || !standsAt(payload, end, suffix))
        return undefined
      const inner = payload.slice(prefix.length, end)
      return inner.includes('"') && !inner.includes('\\') ? undefined : unescaped(inner)
    },
    learn(payload, key, extract) {
      if (lessons >= MAX_LESSONS) return
      lessons++
      const mark = `"${key}":`
      const at = payload.lastIndexOf(mark)
      const open = payload.indexOf('"', at + mark.length)
      const close = closingQuote(payload, open)
      if (at === -1 || open === -1 || close === -1) return
      const before = payload.slice(0, open + 1)
      const after = payload.slice(close)
      try {
        if (extract(JSON.parse(before + SENTINEL + after)) !== SENTINEL) return
      } catch {
        return
      }
      prefix = before
      suffix = after
      head = `data: ${before}`
      tail = `${after}\n\n`
    },
  }
}

/** `startsWith` looks at one character after the other; equal strings are compared by the word, seven times as fast. */
function standsAt(text: string, at: number, part: string): boolean {
  return text.slice(at, at + part.length) === part
}

function unescaped(inner: string): string | undefined {
  if (!inner.includes('\\')) return inner
  try {
    const value: unknown = JSON.parse(`"${inner}"`)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32

/** Where a JSON string ends whose first character stands at `from`; -1 when it does not, or holds what no JSON string may. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
    else if (code < SPACE) return -1
  }
  return -1
}

function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}
