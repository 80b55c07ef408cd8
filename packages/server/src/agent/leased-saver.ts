import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint'
import type { AgentStore } from './store/agent-store.ts'
import { threadOf } from './store/paged-saver.ts'

type SaverPair = Pick<AgentStore, 'saver' | 'lightSaver'>

/** Whether it only holds what still lies in the thread's inbox. Undone by a loss of power, it is taken in again. */
function isTakingIn({ source }: CheckpointMetadata, changed: ChannelVersions): boolean {
  return source === 'input' || Object.hasOwn(changed, 'turn')
}

/**
 * The graph's way to its checkpoints. It writes only for threads that this replica holds, so one that was thought dead and
 * wakes up spoils nothing; and it does not read again what was read a moment ago.
 */
export class LeasedSaver extends BaseCheckpointSaver {
  readonly #saver: BaseCheckpointSaver
  readonly #lightSaver: BaseCheckpointSaver
  readonly #demandLease: (threadId: string) => void
  /** What tasks of a thread wrote just now, until it is clear whether it must be stored apart. */
  readonly #early = new Map<string, readonly ((isWithin: boolean) => void)[]>()
  /** Checkpoints on their way to the store. */
  readonly #storing = new Map<string, Promise<unknown>>()
  readonly #known = new Map<string, CheckpointTuple | undefined>()

  constructor({ saver, lightSaver = saver }: SaverPair, demandLease: (threadId: string) => void) {
    super(saver.serde)
    this.#saver = saver
    this.#lightSaver = lightSaver
    this.#demandLease = demandLease
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
    const threadId = threadOf(config)
    this.#demandLease(threadId)
    const within = this.#early.get(threadId) ?? []
    this.#early.delete(threadId)
    const saver = isTakingIn(metadata, changed) ? this.#lightSaver : this.#saver
    const storing = saver.put(config, checkpoint, metadata, changed)
    this.#storing.set(threadId, storing)
    let isStored = false
    try {
      const stored = await storing
      isStored = true
      return stored
    } finally {
      if (this.#storing.get(threadId) === storing) this.#storing.delete(threadId)
      for (const decide of within) decide(isStored)
    }
  }

  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const isMark = writes.some(([channel]) => channel in WRITES_IDX_MAP)
    const threadId = threadOf(config)
    if (!isMark && (await this.#comesWithin(threadId))) return
    this.#demandLease(threadId)
    await (isMark ? this.#lightSaver : this.#saver).putWrites(config, writes, taskId)
  }

  /**
   * Whether the next checkpoint, which has in it what every task of its step wrote, is stored at once. It is when no other
   * task is under way: LangGraph then waits for nothing but the checkpoint before it.
   */
  async #comesWithin(threadId: string): Promise<boolean> {
    const { promise, resolve: decide } = Promise.withResolvers<boolean>()
    this.#early.set(threadId, [...(this.#early.get(threadId) ?? []), decide])
    const giveUp = () => {
      const early = this.#early.get(threadId) ?? []
      if (!early.includes(decide)) return
      this.#early.set(
        threadId,
        early.filter((other) => other !== decide),
      )
      if (early.length === 1) this.#early.delete(threadId)
      decide(false)
    }
    const later = () => void setImmediate(giveUp)
    const storing = this.#storing.get(threadId)
    if (storing) void storing.then(later, later)
    else later()
    return await promise
  }

  async deleteThread(threadId: string): Promise<void> {
    await this.#saver.deleteThread(threadId)
  }

  override getNextVersion(current: number | undefined): number {
    return this.#saver.getNextVersion(current)
  }
}
