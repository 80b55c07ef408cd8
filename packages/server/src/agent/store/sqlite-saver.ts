import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  maxChannelVersion,
  type PendingWrite,
  type SerializerProtocol,
  TASKS,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint'
import { atOnce, preparing } from './sqlite-sql.ts'

type Row = Record<string, SQLOutputValue>

const TABLES = `
  CREATE TABLE IF NOT EXISTS checkpoints (
    thread_id TEXT NOT NULL, ns TEXT NOT NULL, id TEXT NOT NULL, parent TEXT,
    type TEXT NOT NULL, checkpoint BLOB NOT NULL, metadata_type TEXT NOT NULL, metadata BLOB NOT NULL,
    PRIMARY KEY (thread_id, ns, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoint_values (
    thread_id TEXT NOT NULL, ns TEXT NOT NULL, channel TEXT NOT NULL, version TEXT NOT NULL,
    type TEXT NOT NULL, value BLOB NOT NULL,
    PRIMARY KEY (thread_id, ns, channel, version)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoint_writes (
    thread_id TEXT NOT NULL, ns TEXT NOT NULL, id TEXT NOT NULL, task_id TEXT NOT NULL, position INTEGER NOT NULL,
    channel TEXT NOT NULL, type TEXT NOT NULL, value BLOB NOT NULL,
    PRIMARY KEY (thread_id, ns, id, task_id, position)) STRICT, WITHOUT ROWID`

interface Place {
  readonly thread: string
  readonly ns: string
  readonly id: string | undefined
}

function placeOf(config: RunnableConfig): Place {
  const { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } = config.configurable ?? {}
  if (typeof thread !== 'string') throw new Error('A checkpoint belongs to a thread, and the config names no "thread_id".')
  return { thread, ns: String(ns ?? ''), id: typeof id === 'string' && id !== '' ? id : undefined }
}

const configOf = (thread: string, ns: string, id: string): RunnableConfig => ({
  configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id },
})

const text = (row: Row, column: string): string => String(row[column] ?? '')
const bytes = (row: Row, column: string): Uint8Array => {
  const value = row[column]
  return value instanceof Uint8Array ? value : new Uint8Array()
}

/** LangGraph's checkpoints in Node's own SQLite: no native module to build, and none that aborts. */
export class SqliteSaver extends BaseCheckpointSaver {
  readonly #database: DatabaseSync
  readonly #prepare: ReturnType<typeof preparing>

  constructor(database: DatabaseSync, serde?: SerializerProtocol) {
    super(serde)
    database.exec(TABLES)
    this.#database = database
    this.#prepare = preparing(database)
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    if (typeof config.configurable?.['thread_id'] !== 'string') return undefined
    const { thread, ns, id } = placeOf(config)
    const row =
      id === undefined
        ? this.#prepare('SELECT * FROM checkpoints WHERE thread_id = ? AND ns = ? ORDER BY id DESC LIMIT 1').get(thread, ns)
        : this.#prepare('SELECT * FROM checkpoints WHERE thread_id = ? AND ns = ? AND id = ?').get(thread, ns, id)
    return row && (await this.#tupleOf(row))
  }

  /** Newest first. Without a thread or a namespace: those of all. */
  async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } = config.configurable ?? {}
    const before: unknown = options.before?.configurable?.['checkpoint_id']
    const wanted = [
      ['thread_id = ?', thread],
      ['ns = ?', ns],
      ['id = ?', id],
      ['id < ?', before],
    ].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    const where = wanted.length === 0 ? '' : ` WHERE ${wanted.map(([condition]) => condition).join(' AND ')}`
    let left = options.limit ?? Number.POSITIVE_INFINITY
    for (const row of this.#prepare(`SELECT * FROM checkpoints${where} ORDER BY id DESC`).all(
      ...wanted.map(([, value]) => value),
    )) {
      if (left <= 0) return
      const tuple = await this.#tupleOf(row)
      if (!fits(tuple.metadata, options.filter)) continue
      left--
      yield tuple
    }
  }

  /** A value is stored once for each of its versions, however many checkpoints hold it. */
  async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    changed: ChannelVersions = checkpoint.channel_versions,
  ): Promise<RunnableConfig> {
    const { thread, ns, id: parent } = placeOf(config)
    const { channel_values: held, ...rest } = checkpoint
    const [[type, value], [metadataType, metadataValue], values] = await Promise.all([
      this.serde.dumpsTyped(rest),
      this.serde.dumpsTyped(metadata),
      Promise.all(
        Object.entries(changed)
          .filter(([channel]) => Object.hasOwn(held, channel))
          .map(
            async ([channel, version]) => [channel, String(version), ...(await this.serde.dumpsTyped(held[channel]))] as const,
          ),
      ),
    ])
    const saveValue = this.#prepare('INSERT OR REPLACE INTO checkpoint_values VALUES (?, ?, ?, ?, ?, ?)')
    const save = this.#prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    atOnce(this.#database, () => {
      for (const one of values) saveValue.run(thread, ns, ...one)
      save.run(thread, ns, checkpoint.id, parent ?? null, type, value, metadataType, metadataValue)
    })
    return configOf(thread, ns, checkpoint.id)
  }

  /** What a task wrote stays as it was written first; only the marks of an interrupt, an error or a resume may change. */
  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const { thread, ns, id } = placeOf(config)
    if (id === undefined) throw new Error('Writes belong to a checkpoint, and the config names no "checkpoint_id".')
    const mayChange = writes.every(([channel]) => channel in WRITES_IDX_MAP)
    const insert = this.#prepare(
      `INSERT OR ${mayChange ? 'REPLACE' : 'IGNORE'} INTO checkpoint_writes VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const rows = await Promise.all(
      writes.map(async ([channel, value], index) => {
        const [type, dumped] = await this.serde.dumpsTyped(value)
        return [thread, ns, id, taskId, WRITES_IDX_MAP[channel] ?? index, channel, type, dumped] as const
      }),
    )
    atOnce(this.#database, () => {
      for (const row of rows) insert.run(...row)
    })
  }

  async deleteThread(thread: string): Promise<void> {
    atOnce(this.#database, () => {
      for (const table of ['checkpoints', 'checkpoint_values', 'checkpoint_writes'])
        this.#prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(thread)
    })
  }

  async #tupleOf(row: Row): Promise<CheckpointTuple> {
    const [thread, ns, id] = [text(row, 'thread_id'), text(row, 'ns'), text(row, 'id')]
    const [saved, metadata, pendingWrites] = await Promise.all([
      this.serde.loadsTyped(text(row, 'type'), bytes(row, 'checkpoint')),
      this.serde.loadsTyped(text(row, 'metadata_type'), bytes(row, 'metadata')),
      this.#writesOf(thread, ns, id),
    ])
    const checkpoint: Checkpoint = { ...saved, channel_values: await this.#valuesOf(thread, ns, saved.channel_versions) }
    const parent = row['parent'] === null ? undefined : text(row, 'parent')
    if (checkpoint.v < 4 && parent !== undefined) await this.#moveSends(checkpoint, thread, ns, parent)
    return {
      config: configOf(thread, ns, id),
      checkpoint,
      metadata,
      pendingWrites,
      ...(parent !== undefined && { parentConfig: configOf(thread, ns, parent) }),
    }
  }

  async #writesOf(thread: string, ns: string, id: string): Promise<CheckpointPendingWrite[]> {
    const writes = this.#prepare(
      'SELECT * FROM checkpoint_writes WHERE thread_id = ? AND ns = ? AND id = ? ORDER BY task_id, position',
    ).all(thread, ns, id)
    return await Promise.all(
      writes.map(async (write): Promise<CheckpointPendingWrite> => {
        const value: unknown = await this.serde.loadsTyped(text(write, 'type'), bytes(write, 'value'))
        return [text(write, 'task_id'), text(write, 'channel'), value]
      }),
    )
  }

  async #valuesOf(thread: string, ns: string, versions: ChannelVersions): Promise<Record<string, unknown>> {
    const find = this.#prepare(
      'SELECT type, value FROM checkpoint_values WHERE thread_id = ? AND ns = ? AND channel = ? AND version = ?',
    )
    const values: Record<string, unknown> = {}
    for (const [channel, version] of Object.entries(versions)) {
      const row = find.get(thread, ns, channel, String(version))
      if (row) values[channel] = await this.serde.loadsTyped(text(row, 'type'), bytes(row, 'value'))
    }
    return values
  }

  /** Checkpoints of older formats left what was sent to tasks with the writes of their parents. */
  async #moveSends(checkpoint: Checkpoint, thread: string, ns: string, parent: string): Promise<void> {
    const writes = await this.#writesOf(thread, ns, parent)
    checkpoint.channel_values[TASKS] = writes.filter(([, channel]) => channel === TASKS).map(([, , value]) => value)
    const versions = Object.values(checkpoint.channel_versions)
    checkpoint.channel_versions[TASKS] = versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined)
  }
}

function fits(metadata: CheckpointMetadata | undefined, filter: Record<string, unknown> | undefined): boolean {
  const held: Record<string, unknown> = { ...metadata }
  return Object.entries(filter ?? {}).every(([key, value]) => JSON.stringify(held[key]) === JSON.stringify(value))
}
