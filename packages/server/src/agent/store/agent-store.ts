import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { ThreadStore } from './thread-store.ts'

/** Where threads live: LangGraph's checkpoints, and who may do what with them. */
export interface AgentStore {
  readonly saver: BaseCheckpointSaver
  readonly threads: ThreadStore
  close(): Promise<void>
}
