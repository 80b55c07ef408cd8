import { z } from 'zod'
import { type NewRecord, type PieceRecord, pieceRecord, type RecordBoard, recordBoard } from '../shared/piece-record.ts'

/** The app's own API. The chat is another door of the same server, behind the same token. */
export interface RecordsApi {
  readonly token: string
  board(signal: AbortSignal): Promise<RecordBoard>
  create(record: NewRecord, signal: AbortSignal): Promise<PieceRecord>
  /** Hears of every record that was created here. */
  subscribe(listener: () => void): () => void
}

/** The server did not accept the token. */
export class WrongToken extends Error {}

export const authorization = (token: string) => ({ Authorization: `Bearer ${token}` })

export function openRecordsApi(token: string): RecordsApi {
  const listeners = new Set<() => void>()
  const request = async (init: RequestInit): Promise<unknown> => {
    const response = await fetch('/records', {
      ...init,
      headers: { ...authorization(token), 'content-type': 'application/json' },
    })
    const text = await response.text()
    if (response.status === 401) throw new WrongToken(sentenceOf(text))
    if (!response.ok) throw new Error(sentenceOf(text))
    return JSON.parse(text)
  }
  return {
    token,
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

/** What the server says when it refuses: its own sentence, or the text as it came. */
export function sentenceOf(text: string): string {
  try {
    return faultBody.parse(JSON.parse(text)).fault.message
  } catch {
    return text
  }
}
