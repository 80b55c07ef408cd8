import type { RunnableConfig } from '@langchain/core/runnables'
import {
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  type PendingWrite,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import type { Pool } from 'pg'
import { plainJson } from './plain-json.ts'
import { SCHEMA } from './postgres-sql.ts'

/** How PostgresSaver says that a channel has a version and no value. */
const EMPTY = ['empty', null] as const

/**
 * LangGraph's checkpoints in PostgreSQL, in its tables and read by its code. It writes a transaction of a statement for each
 * value, and waits for each; here a checkpoint is one statement.
 */
export class OneTripSaver extends PostgresSaver {
  readonly #pool: Pool
  readonly #condition: string

  /** `condition` always holds; it may say that the disk need not be waited for. */
  constructor(pool: Pool, condition = 'TRUE') {
    super(pool, plainJson, { schema: SCHEMA })
    this.#pool = pool
    this.#condition = condition
  }

  override async put(
    { configurable: place = {} }: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    changed: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { thread_id: thread, checkpoint_ns: ns = '', checkpoint_id: parent = null } = place
    const { channel_values: held, ...rest } = checkpoint
    const values = await Promise.all(Object.entries(changed).map((entry) => this.#valueRow(entry, held)))
    await this.#pool.query(
      `${values.length > 0 ? `WITH kept AS (${keepValues(values.length)})` : ''}
      INSERT INTO ${SCHEMA}.checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
      SELECT $1::text, $2::text, $3::text, $4::text, $5::jsonb, $6::jsonb WHERE ${this.#condition}
      ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id)
      DO UPDATE SET checkpoint = EXCLUDED.checkpoint, metadata = EXCLUDED.metadata`,
      [thread, ns, checkpoint.id, parent, JSON.stringify(rest), JSON.stringify(metadata), ...values.flat()],
    )
    return { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: checkpoint.id } }
  }

  /** What a task wrote stays as it was written first; only the marks of an interrupt, an error or a resume may change. */
  override async putWrites({ configurable: place = {} }: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const { thread_id: thread, checkpoint_ns: ns = '', checkpoint_id: id } = place
    const rows = await Promise.all(writes.map((write, index) => this.#writeRow(write, index)))
    const mayChange = writes.every(([channel]) => channel in WRITES_IDX_MAP)
    await this.#pool.query(
      `INSERT INTO ${SCHEMA}.checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob)
      SELECT $1::text, $2::text, $3::text, $4::text, written.*
      FROM (VALUES ${rowsFrom(5, rows.length, ['int', 'text', 'text', 'bytea'])}) AS written WHERE ${this.#condition}
      ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
      DO ${mayChange ? 'UPDATE SET channel = EXCLUDED.channel, type = EXCLUDED.type, blob = EXCLUDED.blob' : 'NOTHING'}`,
      [thread, ns, id, taskId, ...rows.flat()],
    )
  }

  async #valueRow([channel, version]: [string, string | number], held: Checkpoint['channel_values']) {
    const dumped = Object.hasOwn(held, channel) ? await this.serde.dumpsTyped(held[channel]) : EMPTY
    return [channel, String(version), ...dumped]
  }

  async #writeRow([channel, value]: PendingWrite, index: number) {
    return [WRITES_IDX_MAP[channel] ?? index, channel, ...(await this.serde.dumpsTyped(value))]
  }
}

function keepValues(count: number): string {
  return `INSERT INTO ${SCHEMA}.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
    SELECT $1::text, $2::text, value.*
    FROM (VALUES ${rowsFrom(7, count, ['text', 'text', 'text', 'bytea'])}) AS value
    ON CONFLICT (thread_id, checkpoint_ns, channel, version) DO NOTHING`
}

/** `($5::int, $6::text), ($7::int, $8::text)` for two rows from 5 on. */
function rowsFrom(first: number, count: number, types: readonly string[]): string {
  const row = (at: number) => `(${types.map((type, index) => `$${first + at * types.length + index}::${type}`).join(', ')})`
  return Array.from({ length: count }, (_, at) => row(at)).join(', ')
}
