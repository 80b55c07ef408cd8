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
