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

/** The one channel that grows with its thread. */
const CHANNEL = 'messages'
const SIZE = 8
const nameOf = (page: number) => `${CHANNEL}.${page}`

interface StoredPage {
  readonly thread: string
  readonly items: readonly object[]
  readonly version: string | number
}

/** Pages that are in the store, by their first item, for as long as somebody works with it. */
export type StoredPages = WeakMap<object, StoredPage>

export const threadOf = (config: RunnableConfig): string => String(config.configurable?.['thread_id'])

/**
 * Keeps a long list in pages, each under a version of its own, so that a step stores the pages it changed and not the whole
 * list again. Nobody else sees pages: a checkpoint comes back as it was given.
 */
export class PagedSaver extends BaseCheckpointSaver {
  readonly #saver: BaseCheckpointSaver
  readonly #stored: StoredPages

  /** `stored` is shared by savers that write to the same store. */
  constructor(saver: BaseCheckpointSaver, stored: StoredPages) {
    super(saver.serde)
    this.#saver = saver
    this.#stored = stored
  }

  async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    changed: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { [CHANNEL]: list, ...values } = checkpoint.channel_values
    const version = checkpoint.channel_versions[CHANNEL]
    if (!isListOfObjects(list) || version === undefined) return await this.#saver.put(config, checkpoint, metadata, changed)
    const { [CHANNEL]: _, ...news } = changed
    const versions = { ...checkpoint.channel_versions }
    const made: StoredPage[] = []
    for (const [index, items] of pagesOf(list).entries()) {
      const name = nameOf(index)
      const page = { thread: threadOf(config), items, version }
      const before = this.#find(page)
      versions[name] = before?.version ?? version
      if (before) continue
      made.push(page)
      values[name] = items
      news[name] = version
    }
    const paged = { ...checkpoint, channel_values: values, channel_versions: versions }
    const stored = await this.#saver.put(config, paged, metadata, news)
    for (const page of made) this.#remember(page)
    return stored
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await this.#saver.getTuple(config)
    return tuple && this.#joined(tuple)
  }

  async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    for await (const tuple of this.#saver.list(config, options)) yield this.#joined(tuple)
  }

  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    await this.#saver.putWrites(config, writes, taskId)
  }

  async deleteThread(threadId: string): Promise<void> {
    await this.#saver.deleteThread(threadId)
  }

  override getNextVersion(current: number | undefined): number {
    return this.#saver.getNextVersion(current)
  }

  /** A list that was stored in one piece, before there were pages, stays as it is. */
  #joined(tuple: CheckpointTuple): CheckpointTuple {
    const { checkpoint } = tuple
    const thread = threadOf(tuple.config)
    const values = { ...checkpoint.channel_values }
    const versions = { ...checkpoint.channel_versions }
    const list: object[] = []
    for (let index = 0; nameOf(index) in versions; index++) {
      const name = nameOf(index)
      const { [name]: items } = values
      const version = versions[name]
      if (!isListOfObjects(items) || version === undefined) throw new Error(`A checkpoint of this thread lacks its ${name}.`)
      this.#remember({ thread, items, version })
      for (const item of items) list.push(item)
      delete values[name]
      delete versions[name]
    }
    if (list.length > 0) values[CHANNEL] = list
    return { ...tuple, checkpoint: { ...checkpoint, channel_values: values, channel_versions: versions } }
  }

  /** The same items of the same thread: a fork begins with those of another one. */
  #find({ thread, items }: StoredPage): StoredPage | undefined {
    const page = items[0] && this.#stored.get(items[0])
    const isSame = page?.thread === thread && page.items.length === items.length
    return isSame && page.items.every((item, index) => item === items[index]) ? page : undefined
  }

  #remember(page: StoredPage): void {
    if (page.items[0]) this.#stored.set(page.items[0], page)
  }
}

function pagesOf(list: readonly object[]): readonly (readonly object[])[] {
  return Array.from({ length: Math.ceil(list.length / SIZE) }, (_, page) => list.slice(page * SIZE, (page + 1) * SIZE))
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
}
