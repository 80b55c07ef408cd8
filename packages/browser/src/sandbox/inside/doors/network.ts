import { defineProperty } from '../intrinsics.ts'
import type { AskFor } from './capabilities.ts'

/** What the page sends back for one request. */
interface Fetched {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** A `fetch` that asks the page. The page decides whether the host is the granted one; this side only packs and unpacks. */
export function installFetch(askFor: AskFor): void {
  const { Headers: NativeHeaders, Request: NativeRequest, Response: NativeResponse } = globalThis
  const fetchThroughPage = async (input: unknown, options: unknown): Promise<Response> => {
    // Invariant: Request validates both itself and throws on anything else.
    const request = new NativeRequest(input as RequestInfo, options as RequestInit)
    const body = request.method === 'GET' || request.method === 'HEAD' ? null : await request.text()
    const headers = [...request.headers].map(([name, value]) => [name, value])
    // Invariant: the page answers `network.fetch` with a Fetched; see network-capability.ts.
    const fetched = (await askFor('network', 'network.fetch', [request.url, request.method, headers, body])) as Fetched
    const init = {
      status: fetched.status,
      statusText: fetched.statusText,
      headers: new NativeHeaders(fetched.headers.map(([name, value]) => [name, value])),
    }
    return new NativeResponse([101, 204, 205, 304].includes(fetched.status) ? null : fetched.body, init)
  }
  defineProperty(globalThis, 'fetch', { value: fetchThroughPage, writable: true, configurable: true, enumerable: true })
}
