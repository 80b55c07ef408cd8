import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { AgentThreadStore } from './agent-thread-store.ts'
import type { ApprovalStore } from './approval-store.ts'
import type { KeptResponseStore } from './kept-response-store.ts'

/** Where threads live: LangGraph's checkpoints, and who may do what with them. */
export interface AgentStore {
  readonly saver: BaseCheckpointSaver
  readonly threads: AgentThreadStore
  /** Absent: approvals of chat mode are remembered by each process alone. */
  readonly approvals?: ApprovalStore
  /** Absent: responses of the gateway are remembered by each process alone. */
  readonly responses?: KeptResponseStore
  close(): Promise<void>
}
