/** What stands before the body of an answer. */
export interface HttpHead {
  readonly status: number
  /** By name in lower case; what came several times is joined. */
  readonly headers: ReadonlyMap<string, string>
  /** How the body ends: with a chunk of size 0, after so many bytes, or with the connection. */
  readonly framing: 'chunked' | number | 'close'
  /** Whether the connection may be used again after the body. */
  readonly keep: boolean
}

const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: |$)/
const FIELD = /^([!#$%&'*+.^_`|~0-9a-z-]+):[ \t]*(.*?)[ \t]*$/i

/** Reads the lines above the empty one. Throws for what is no head of HTTP/1. */
export function readHttpHead(text: string): HttpHead {
  const [first = '', ...lines] = text.split('\r\n')
  const [, minor, status] = STATUS_LINE.exec(first) ?? []
  if (status === undefined) throw new Error('The answer is not HTTP/1.1.')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error('The answer has a broken header.')
    const known = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`)
  }
  const connection = headers.get('connection')?.toLowerCase() ?? ''
  const framing = framingOf(Number(status), headers)
  // Two lengths may mean two things to two readers: such a connection is not used again.
  const ambiguous = headers.has('transfer-encoding') && headers.has('content-length')
  const keep =
    framing !== 'close' && !ambiguous && (minor === '1' ? !connection.includes('close') : connection.includes('keep-alive'))
  return { status: Number(status), headers, framing, keep }
}

function framingOf(status: number, headers: ReadonlyMap<string, string>): HttpHead['framing'] {
  if (status < 200 || status === 204 || status === 304) return 0
  const coding = headers.get('transfer-encoding')
  if (coding !== undefined) return /(?:^|,)\s*chunked$/i.test(coding) ? 'chunked' : 'close'
  const length = headers.get('content-length')
  if (length === undefined) return 'close'
  const [one, ...others] = new Set(length.split(/\s*,\s*/))
  if (one === undefined || others.length > 0 || !/^\d{1,15}$/.test(one)) throw new Error('The answer has no clear length.')
  return Number(one)
}
