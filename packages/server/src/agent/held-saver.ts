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

type SaverPair = Pick<AgentStore, 'saver' | 'lightSaver'>

const threadOf = (config: RunnableConfig): string => String(config.configurable?.['thread_id'])

const checkpointOf = (config: RunnableConfig): string => String(config.configurable?.['checkpoint_id'])

interface EarlyWrites {
  readonly alone: NodeJS.Immediate
  readonly decide: (isWithin: boolean) => void
}

/** Whether it only holds what still lies in the thread's inbox. Undone by a loss of power, it is taken in again. */
function isTakingIn({ source }: CheckpointMetadata, changed: ChannelVersions): boolean {
  return source === 'input' || Object.hasOwn(changed, 'turn')
}

/**
 * The graph's way to its checkpoints. It writes only for threads that this replica holds, so one that was thought dead and
 * wakes up spoils nothing; and it does not read again what was read a moment ago.
 */
export class HeldSaver extends BaseCheckpointSaver {
  readonly #saver: BaseCheckpointSaver
  readonly #lightSaver: BaseCheckpointSaver
  readonly #demandHold: (threadId: string) => void
  /** What tasks wrote just now, by the checkpoint they began from, until it is clear whether it must be stored apart. */
  readonly #early = new Map<string, readonly EarlyWrites[]>()
  readonly #known = new Map<string, CheckpointTuple | undefined>()

  constructor({ saver, lightSaver = saver }: SaverPair, demandHold: (threadId: string) => void) {
    super(saver.serde)
    this.#saver = saver
    this.#lightSaver = lightSaver
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
    const within = this.#early.get(checkpointOf(config)) ?? []
    this.#early.delete(checkpointOf(config))
    for (const { alone } of within) clearImmediate(alone)
    let isStored = false
    try {
      const stored = await (isTakingIn(metadata, changed) ? this.#lightSaver : this.#saver).put(
        config,
        checkpoint,
        metadata,
        changed,
      )
      isStored = true
      return stored
    } finally {
      for (const { decide } of within) decide(isStored)
    }
  }

  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const isMark = writes.some(([channel]) => channel in WRITES_IDX_MAP)
    if (!isMark && (await this.#comesWithin(checkpointOf(config)))) return
    this.#demandHold(threadOf(config))
    await (isMark ? this.#lightSaver : this.#saver).putWrites(config, writes, taskId)
  }

  /**
   * Whether the next checkpoint, which has in it what every task of its step wrote, is stored at once. It is when no other
   * task is under way: LangGraph gets there without waiting for anything.
   */
  async #comesWithin(checkpointId: string): Promise<boolean> {
    return await new Promise((decide) => {
      const early = this.#early.get(checkpointId) ?? []
      const alone = setImmediate(() => {
        this.#early.delete(checkpointId)
        decide(false)
      })
      this.#early.set(checkpointId, [...early, { alone, decide }])
    })
  }

  async deleteThread(threadId: string): Promise<void> {
    await this.#saver.deleteThread(threadId)
  }

  override getNextVersion(current: number | undefined): number {
    return this.#saver.getNextVersion(current)
  }
}
