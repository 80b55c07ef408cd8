import { say } from '../words.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const MOST_REDIRECTS = 3

/** `fetch` for one MCP server: answers have a size, and our headers follow no redirect to another origin. */
export function createCountedFetch(mostBytes: number): Fetch {
  return async (url, init) => {
    let at = new URL(url)
    for (let hops = 0; ; hops++) {
      const response = await fetch(at, { ...init, redirect: 'manual' })
      const next = redirectOf(response, at)
      if (!next || hops === MOST_REDIRECTS) return counted(response, mostBytes)
      await response.body?.cancel()
      at = next
    }
  }
}

/** Only the kinds that repeat the request as it is: `/mcp` → `/mcp/`. */
function redirectOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location')
  if ((status !== 307 && status !== 308) || location === null) return undefined
  const to = URL.parse(location, from)
  return to?.origin === from.origin ? to : undefined
}

function counted(response: Response, mostBytes: number): Response {
  if (!response.body) return response
  let size = 0
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        // A stream of events may last for ever; what is counted is one event.
        const end = lastEventEnd(piece)
        size = end < 0 ? size + piece.length : piece.length - end
        if (size > mostBytes) controller.error(new Error(say('mcp.too-much', { size: Math.floor(mostBytes / 2 ** 20) }).message))
        else controller.enqueue(piece)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

/** Just behind the last empty line; -1 where there is none. */
function lastEventEnd(piece: Uint8Array): number {
  for (let at = piece.length - 1; at > 0; at--) {
    const before = piece[at - 1] === 13 ? at - 2 : at - 1
    if (piece[at] === 10 && piece[before] === 10) return at + 1
  }
  return -1
}
