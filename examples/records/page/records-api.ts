import { z } from 'zod'
import { type NewRecord, type PieceRecord, pieceRecord, type RecordBoard, recordBoard } from '../shared/piece-record.ts'

/** The app's own API. The chat is another door of the same server, behind the same token. */
export interface RecordsApi {
  /** For the other doors of the same server. */
  readonly send: typeof fetch
  board(signal: AbortSignal): Promise<RecordBoard>
  create(record: NewRecord, signal: AbortSignal): Promise<PieceRecord>
  /** Hears of every record that was created here. */
  subscribe(listener: () => void): () => void
}

/** `fetch` with the token; tells when the server does not accept it, be it at the first request or after a restart. */
export function fetchWithToken(token: string, onRefused: () => void): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(input, { ...init, headers })
    if (response.status === 401) onRefused()
    return response
  }
}

export function openRecordsApi(send: typeof fetch): RecordsApi {
  const listeners = new Set<() => void>()
  const request = async (init: RequestInit): Promise<unknown> => {
    const response = await send('/records', { ...init, headers: { 'content-type': 'application/json' } })
    const text = await response.text()
    if (!response.ok) throw new Error(sentenceOf(text))
    return JSON.parse(text)
  }
  return {
    send,
    board: async (signal) => recordBoard.parse(await request({ signal })),
    async create(record, signal) {
      const kept = pieceRecord.parse(await request({ method: 'POST', body: JSON.stringify(record), signal }))
      for (const listener of listeners) listener()
      return kept
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const faultBody = z.object({ fault: z.object({ message: z.string() }) })

/** A server that cannot be reached leaves a `TypeError`, whose words are the browser's own. */
export function problemOf(error: unknown, unreachable: string): string {
  if (error instanceof TypeError) return unreachable
  return error instanceof Error ? sentenceOf(error.message) : String(error)
}

/** What the server says when it refuses: its own sentence, or the text as it came. */
function sentenceOf(text: string): string {
  try {
    return faultBody.parse(JSON.parse(text)).fault.message
  } catch {
    return text
  }
}
