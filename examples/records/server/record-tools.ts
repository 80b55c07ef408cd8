import { type BackendTool, defineBackendTool } from '@parley/server'
import { z } from 'zod'
import type { RecordStore } from './record-store.ts'

const orderName = z
  .string()
  .trim()
  .max(100)
  .exactOptional()
  .describe('订单名称的一部分 · A part of the name of the order; absent: every order')

/** What the model may do without asking anybody: both only read, and both run here, on the server. */
export function recordTools(store: RecordStore): readonly BackendTool[] {
  return [
    defineBackendTool({
      name: 'query-records',
      description: '查询计件记录，最新的在前 · Finds piece-work records, the newest first.',
      input: z.object({
        orderName,
        limit: z.int().min(1).max(100).default(20).describe('最多返回多少条 · How many at most'),
      }),
      run: async (query) => ({ data: { records: [...(await store.find(query))] } }),
    }),
    defineBackendTool({
      name: 'get-stats',
      description: '统计计件数量 · Adds up the pieces, in all and by order.',
      input: z.object({ orderName }),
      run: async (query) => ({ data: await store.stats(query) }),
    }),
  ]
}
