/** Made once: an error remembers where it was made, which costs more than all else that an abort does. */
export const ABORTED = new DOMException('The request was aborted.', 'AbortError')

/** What is sent: the caller's headers, and that nothing may be packed. */
export function headersOf(headers: HeadersInit | undefined): Record<string, string> {
  return { 'accept-encoding': 'identity', ...plain(headers) }
}

function plain(headers: HeadersInit | undefined): Record<string, string> {
  if (headers === undefined) return {}
  if (headers instanceof Headers || Array.isArray(headers)) return Object.fromEntries(headers)
  return headers
}

const MAX_KNOWN = 100

/** The same few addresses come again and again. */
export function remember<Value>(make: (address: string) => Value): (address: string) => Value {
  const known = new Map<string, Value>()
  return (address) => {
    const value = known.get(address) ?? make(address)
    if (known.size < MAX_KNOWN) known.set(address, value)
    return value
  }
}
