import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
  type SerializerProtocol,
} from '@langchain/langgraph-checkpoint'

/** The channels that grow with their thread. */
const CHANNELS = ['messages', 'receipts', 'notes'] as const
type Channel = (typeof CHANNELS)[number]
const SIZE = 8
const nameOf = (channel: Channel, page: number) => `${channel}.${page}`

interface Page {
  readonly items: readonly object[]
  readonly version: string | number
}

type Paged = { readonly [Name in Channel]?: readonly Page[] }

/**
 * One run's way to the checkpoints of its thread. It keeps the long list in pages, each under a version of its own, so that a
 * step stores the pages it changed and not the whole list again; a checkpoint comes back as it was given.
 */
export class PagedSaver extends BaseCheckpointSaver {
  readonly #saver: BaseCheckpointSaver
  readonly #lease: { readonly isLost: boolean }
  #failure: unknown
  #ahead: { readonly tuple: CheckpointTuple | undefined } | undefined
  /** As they were read or stored last. */
  #pages: Paged = {}
  /** Two who went on from the same checkpoint, one of them thought dead, do not write the same version of a value. */
  readonly #fraction = Math.random()

  /** Once the lease is lost, nothing is stored any more, and whoever does something with the thread is told. */
  constructor(saver: BaseCheckpointSaver, lease: { readonly isLost: boolean } = { isLost: false }) {
    super(saver.serde)
    this.#saver = saver
    this.#lease = lease
  }

  /** Throws why something could not be stored. */
  demandStored(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  override getNextVersion(current = 0): number {
    // Few digits: every checkpoint names the version of every page.
    return Number((Math.floor(current) + 1 + this.#fraction).toFixed(4))
  }

  async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    changed: ChannelVersions,
  ): Promise<RunnableConfig> {
    this.demandStored()
    if (this.#lease.isLost) return config
    const [values, versions, news] = [{ ...checkpoint.channel_values }, { ...checkpoint.channel_versions }, { ...changed }]
    const paged: { [Name in Channel]?: readonly Page[] } = {}
    for (const channel of CHANNELS) {
      const { [channel]: list } = values
      const { [channel]: version } = versions
      if (!isListOfObjects(list) || version === undefined) continue
      delete values[channel]
      delete news[channel]
      paged[channel] = pagesOf(list).map((items, index) => {
        const name = nameOf(channel, index)
        const before = this.#pages[channel]?.[index]
        const page = before && isSame(before.items, items) ? before : { items, version }
        if (page !== before) news[name] = version
        versions[name] = page.version
        values[name] = items
        return page
      })
    }
    const whole = { ...checkpoint, channel_values: values, channel_versions: versions }
    const stored = await this.#saver.put(config, whole, metadata, news)
    this.#pages = paged
    return stored
  }

  /** LangGraph listens for a failure only when all tasks of the step are through; one that nobody hears ends the process. */
  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    if (this.#lease.isLost) return
    try {
      await this.#saver.putWrites(config, writes, taskId)
    } catch (error) {
      this.#failure ??= error
    }
  }

  /** The newest checkpoint. The graph asks for it next, and is given the same. */
  async lookAhead(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    this.#ahead = { tuple: await this.getTuple(config) }
    return this.#ahead.tuple
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const ahead = config.configurable?.['checkpoint_id'] === undefined ? this.#ahead : undefined
    this.#ahead = undefined
    if (ahead) return ahead.tuple
    const stored = await this.#saver.getTuple(config)
    if (!stored) return undefined
    this.#pages = pagesIn(stored.checkpoint)
    return joined(stored, this.#pages)
  }

  async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    for await (const stored of this.#saver.list(config, options)) yield joined(stored, pagesIn(stored.checkpoint))
  }

  async deleteThread(threadId: string): Promise<void> {
    await this.#saver.deleteThread(threadId)
  }
}

function pagesIn(checkpoint: Checkpoint): Paged {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, pagesOfChannel(checkpoint, channel)]))
}

function pagesOfChannel({ channel_values: values, channel_versions: versions }: Checkpoint, channel: Channel): readonly Page[] {
  const pages: Page[] = []
  for (let name = nameOf(channel, 0); name in versions; name = nameOf(channel, pages.length)) {
    const { [name]: items } = values
    const { [name]: version } = versions
    if (!isListOfObjects(items) || version === undefined) throw new Error(`A checkpoint of this thread lacks its ${name}.`)
    pages.push({ items, version })
  }
  return pages
}

/** A list that was stored in one piece, before there were pages, stays as it is. */
function joined(tuple: CheckpointTuple, paged: Paged): CheckpointTuple {
  const values = { ...tuple.checkpoint.channel_values }
  const versions = { ...tuple.checkpoint.channel_versions }
  for (const channel of CHANNELS) {
    const pages = paged[channel] ?? []
    for (const index of pages.keys()) {
      delete values[nameOf(channel, index)]
      delete versions[nameOf(channel, index)]
    }
    if (pages.length > 0) values[channel] = pages.flatMap(({ items }) => items)
  }
  return { ...tuple, checkpoint: { ...tuple.checkpoint, channel_values: values, channel_versions: versions } }
}

function pagesOf(list: readonly object[]): readonly (readonly object[])[] {
  return Array.from({ length: Math.ceil(list.length / SIZE) }, (_, page) => list.slice(page * SIZE, (page + 1) * SIZE))
}

function isSame(before: readonly object[], now: readonly object[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index])
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Values of a thread as the JSON they are. LangGraph's own serializer looks for objects of LangChain in everything it
 * reads: a call whose arguments look like one would be something else after a restart, or keep the thread from being read.
 */
export const plainJson: SerializerProtocol = {
  dumpsTyped: async (value: unknown) => ['json', encoder.encode(JSON.stringify(value) ?? 'null')],
  loadsTyped: async (_type, data) => JSON.parse(typeof data === 'string' ? data : decoder.decode(data)),
}
