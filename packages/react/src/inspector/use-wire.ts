import { type Exchange, isPageModel } from '@parley/browser'
import { isJsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { useEffect, useState } from 'react'

/** What the server and the vendor said to each other. */
export interface WireExchange {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number | undefined
  readonly reply: string
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

function readWire(value: unknown): readonly WireExchange[] {
  const list = isJsonObject(value) ? ownValue(value, 'exchanges') : undefined
  if (!Array.isArray(list)) return []
  return list.filter(isJsonObject).map((entry) => {
    const [headers, status] = [ownValue(entry, 'headers'), ownValue(entry, 'status')]
    return {
      url: textOf(ownValue(entry, 'url')),
      headers: isJsonObject(headers)
        ? Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, textOf(text)]))
        : {},
      body: textOf(ownValue(entry, 'body')),
      status: typeof status === 'number' ? status : undefined,
      reply: textOf(ownValue(entry, 'reply')),
    }
  })
}

const ENGINE = ': {"engine":'

/** What this page said to an engine of its own. Undefined: it was a server that answered. */
export function pageWire({ request, status, reply }: Exchange): readonly WireExchange[] | undefined {
  if (!isPageModel(request.url)) return undefined
  const line = reply.split('\n').findLast((text) => text.startsWith(ENGINE))
  const told: unknown = line === undefined ? undefined : JSON.parse(line.slice(2))
  const engine = isJsonObject(told) ? ownValue(told, 'engine') : undefined
  if (!isJsonObject(engine)) return []
  const timings = ownValue(engine, 'timings')
  const end = timings === undefined ? '' : `\n\ndata: ${JSON.stringify({ timings })}`
  const body = JSON.stringify(ownValue(engine, 'body') ?? {})
  return [{ url: request.url, headers: {}, body, status, reply: `${textOf(ownValue(engine, 'text'))}${end}` }]
}

/** Several where the server tried again; none where it did not listen, or keeps nothing because it is not on this computer. */
export function useWire({ from, to }: { readonly from: number; readonly to: number | undefined }): readonly WireExchange[] {
  const [wire, setWire] = useState<readonly WireExchange[]>([])
  useEffect(() => {
    let left = false
    const read = async () => {
      const response = await fetch(`/api/wire?from=${from}&to=${to ?? Date.now()}`)
      const found = response.ok ? readWire(await response.json()) : []
      if (!left) setWire(found)
    }
    read().catch(() => {
      if (!left) setWire([])
    })
    return () => {
      left = true
    }
  }, [from, to])
  return wire
}
