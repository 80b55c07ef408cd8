import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint'

const threadOf = (config: RunnableConfig): string => String(config.configurable?.['thread_id'])

/**
 * The graph's way to its checkpoints. It writes only for threads that this replica holds, so one that was thought dead and
 * wakes up spoils nothing; and it does not read again what was read a moment ago.
 */
export class HeldSaver extends BaseCheckpointSaver {
  readonly #saver: BaseCheckpointSaver
  readonly #demandHold: (threadId: string) => void
  readonly #known = new Map<string, CheckpointTuple | undefined>()

  constructor(saver: BaseCheckpointSaver, demandHold: (threadId: string) => void) {
    super(saver.serde)
    this.#saver = saver
    this.#demandHold = demandHold
  }

  /** Hands over the newest checkpoint of a thread that is held; `undefined`: there is none. It serves once. */
  know(threadId: string, tuple: CheckpointTuple | undefined): void {
    this.#known.set(threadId, tuple)
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const threadId = threadOf(config)
    const isNewest = config.configurable?.['checkpoint_id'] === undefined && !config.configurable?.['checkpoint_ns']
    if (!isNewest || !this.#known.has(threadId)) return await this.#saver.getTuple(config)
    const tuple = this.#known.get(threadId)
    this.#known.delete(threadId)
    return tuple
  }

  list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.#saver.list(config, options)
  }

  async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    changed: ChannelVersions,
  ): Promise<RunnableConfig> {
    this.#demandHold(threadOf(config))
    return await this.#saver.put(config, checkpoint, metadata, changed)
  }

  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    this.#demandHold(threadOf(config))
    await this.#saver.putWrites(config, writes, taskId)
  }

  async deleteThread(threadId: string): Promise<void> {
    await this.#saver.deleteThread(threadId)
  }

  override getNextVersion(current: number | undefined): number {
    return this.#saver.getNextVersion(current)
  }
}
