import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { BudgetBook } from '../../budgets/budget-book.ts'
import type { SpendApproval } from '../../tools/approval-seal.ts'
import type { WaitingStore } from '../../waiting/waiting-store.ts'
import type { SigningKey } from '../receipts/signing-key.ts'
import type { AgentThreadStore } from './agent-thread-store.ts'
import type { BegunCalls } from './begun-calls.ts'
import type { KeptResponseStore } from './kept-response-store.ts'
import type { RateStore } from './rate-store.ts'
import type { Sql } from './sql.ts'

/** Where threads live: LangGraph's checkpoints, and who may do what with them. */
export interface AgentStore {
  readonly saver: BaseCheckpointSaver
  readonly threads: AgentThreadStore
  readonly begun: BegunCalls
  /** Signs the receipts of threads. */
  readonly signing: SigningKey
  /** Absent: approvals of chat mode are remembered by each process alone. */
  readonly approvals?: ApprovalStore
  /** Absent: responses of the gateway are remembered by each process alone. */
  readonly responses?: KeptResponseStore
  /** Absent: calls of other people's agents are remembered by each process alone. */
  readonly waiting?: WaitingStore
  /** Absent: budgets are counted by each process alone. */
  readonly budgets?: BudgetBook
  /** Absent: limits of requests are counted by each process alone. */
  readonly rates?: RateStore
  close(): Promise<void>
}

/** Approvals of chat mode that were used, where all replicas see them. */
export interface ApprovalStore {
  readonly spend: SpendApproval
  /** Forgets those that nobody could use any more. */
  clear(): Promise<void>
}

export function createApprovalStore(sql: Sql): ApprovalStore {
  const table = `${sql.prefix}spent_approvals`
  return {
    async spend(id, until) {
      const rows = await sql.query(`INSERT INTO ${table} VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`, [id, until])
      return rows.length === 1
    },
    async clear() {
      await sql.query(`DELETE FROM ${table} WHERE until_at < ${sql.now}`, [])
    },
  }
}
