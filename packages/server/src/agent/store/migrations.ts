import { DAY_MS, type Sql } from './sql.ts'

/** Each runs once, in order; one that has been released is never changed. */
const migrations = (prefix: string): readonly string[] => [
  `CREATE TABLE ${prefix}agent_threads (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL, model TEXT NOT NULL,
    status TEXT NOT NULL, pending TEXT NOT NULL DEFAULT '[]', fault TEXT,
    question TEXT NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
    inbox TEXT NOT NULL DEFAULT '[]', told BIGINT NOT NULL DEFAULT 0, holder TEXT NOT NULL DEFAULT '', lease_until BIGINT NOT NULL DEFAULT 0,
    cancelled INTEGER NOT NULL DEFAULT 0)`,
  `CREATE INDEX agent_threads_of_owner ON ${prefix}agent_threads (owner, updated_at)`,
  `CREATE INDEX agent_threads_running ON ${prefix}agent_threads (lease_until) WHERE status = 'running'`,
  `CREATE INDEX agent_threads_held ON ${prefix}agent_threads (holder) WHERE holder <> ''`,
  `CREATE INDEX agent_threads_age ON ${prefix}agent_threads (updated_at)`,
  `CREATE TABLE ${prefix}spent_approvals (id TEXT PRIMARY KEY, until_at BIGINT NOT NULL)`,
  `CREATE TABLE ${prefix}kept_responses (
    owner TEXT NOT NULL, id TEXT NOT NULL, kept TEXT NOT NULL, kept_at BIGINT NOT NULL, PRIMARY KEY (owner, id))`,
  `CREATE INDEX kept_responses_of_owner ON ${prefix}kept_responses (owner, kept_at)`,
  `CREATE INDEX kept_responses_age ON ${prefix}kept_responses (kept_at)`,
  `CREATE TABLE ${prefix}waiting_calls (
    owner TEXT NOT NULL, id TEXT NOT NULL, open_in TEXT, asked_at BIGINT NOT NULL, version BIGINT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (owner, id))`,
  `CREATE UNIQUE INDEX waiting_calls_one_open ON ${prefix}waiting_calls (owner, open_in) WHERE open_in IS NOT NULL`,
  `CREATE TABLE ${prefix}budget_use (
    owner TEXT PRIMARY KEY,
    minute_begins BIGINT NOT NULL, minute_requests BIGINT NOT NULL, minute_tokens BIGINT NOT NULL, minute_money DOUBLE PRECISION NOT NULL,
    day_begins BIGINT NOT NULL, day_requests BIGINT NOT NULL, day_tokens BIGINT NOT NULL, day_money DOUBLE PRECISION NOT NULL,
    month_begins BIGINT NOT NULL, month_requests BIGINT NOT NULL, month_tokens BIGINT NOT NULL, month_money DOUBLE PRECISION NOT NULL)`,
  `CREATE TABLE ${prefix}begun_calls (thread TEXT NOT NULL, call TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (thread, call))`,
  `CREATE TABLE ${prefix}rate_use (client TEXT PRIMARY KEY, full_at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX agent_threads_by_status ON ${prefix}agent_threads (owner, status, updated_at)`,
  // PostgreSQL took the index over all ages for an owner's list, and read past everybody else's newer threads.
  `DROP INDEX ${prefix}agent_threads_age`,
  `CREATE INDEX agent_threads_day ON ${prefix}agent_threads ((updated_at / ${DAY_MS}))`,
  `CREATE TABLE ${prefix}signing_keys (id TEXT PRIMARY KEY, jwk TEXT NOT NULL)`,
  `ALTER TABLE ${prefix}agent_threads ADD COLUMN summaries TEXT NOT NULL DEFAULT '[]'`,
]

/** Brings the tables of threads up to date. Only one process may be here at a time. */
export async function migrate(sql: Sql): Promise<void> {
  const table = `${sql.prefix}agent_migrations`
  await sql.query(`CREATE TABLE IF NOT EXISTS ${table} (version INTEGER PRIMARY KEY)`, [])
  const done = new Set((await sql.query(`SELECT version FROM ${table}`, [])).map((row) => Number(row['version'])))
  for (const [version, text] of migrations(sql.prefix).entries()) {
    if (done.has(version)) continue
    await sql.query(text, [])
    await sql.query(`INSERT INTO ${table} VALUES ($1)`, [version])
  }
}
