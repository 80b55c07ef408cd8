import { z } from 'zod'

/** What a person confirms, the API takes and the model is taught: one schema for all three. */
export const recordFields = z.object({
  orderName: z.string().trim().min(1).max(100).describe('订单名称 · The name of the order'),
  amount: z.int().min(1).max(1_000_000).describe('计件数量 · How many pieces'),
})

/** What the API takes. The id is the caller's, so that a request sent twice keeps one record. */
export const newRecord = recordFields.extend({ id: z.string().min(1).max(200) })

export const pieceRecord = newRecord.extend({
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
})

export const recordStats = z.object({
  records: z.number(),
  /** All pieces together. */
  total: z.number(),
  /** The largest first. */
  orders: z.array(z.object({ orderName: z.string(), records: z.number(), total: z.number() })),
})

/** What the page shows beside the chat. */
export const recordBoard = z.object({ records: z.array(pieceRecord), stats: recordStats })

export type NewRecord = z.output<typeof newRecord>
export type PieceRecord = z.output<typeof pieceRecord>
export type RecordStats = z.output<typeof recordStats>
export type RecordBoard = z.output<typeof recordBoard>
