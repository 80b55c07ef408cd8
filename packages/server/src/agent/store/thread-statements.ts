import type { Sql } from './sql.ts'

/** Every statement about threads, written once. The values they take stand in the order of their numbers. */
export function threadStatements({ prefix, now, light }: Sql, leaseMs: number) {
  const threads = `${prefix}agent_threads`
  const isFree = `(holder = '' OR lease_until < ${now})`
  const until = `${now} + ${leaseMs}`
  const settled = `status = $4, pending = $5, fault = $6, holder = '', cancelled = 0, updated_at = ${now}
    WHERE id = $1 AND holder = $2 AND told = $3 AND ${light} RETURNING id`
  return {
    /** Its own id before the name alone, which is the id of an older thread. */
    find: `SELECT * FROM ${threads} WHERE id IN ($1, $2) AND owner = $3 ORDER BY length(id) DESC LIMIT 1`,
    read: `SELECT * FROM ${threads} WHERE id = $1`,
    list: `SELECT * FROM ${threads} WHERE owner = $1 AND updated_at < $2 ORDER BY updated_at DESC LIMIT $3`,
    listOf: `SELECT * FROM ${threads} WHERE owner = $1 AND updated_at < $2 AND status = $4 ORDER BY updated_at DESC LIMIT $3`,
    begin: `INSERT INTO ${threads}
      (id, owner, title, model, question, inbox, told, status, created_at, updated_at, holder, lease_until)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', ${now}, ${now}, $8, ${until}) ON CONFLICT DO NOTHING RETURNING created_at, updated_at`,
    accept: `UPDATE ${threads} SET status = 'running', cancelled = 0, updated_at = ${now}, inbox = $4, told = told + $5,
      question = COALESCE($6, question), model = COALESCE($7, model),
      lease_until = CASE WHEN ${isFree} THEN ${until} ELSE lease_until END,
      holder = CASE WHEN ${isFree} THEN $8 ELSE holder END
      WHERE id = $1 AND told = $2 AND status = $3 RETURNING holder, told, updated_at`,
    remove: `DELETE FROM ${threads} WHERE id = $1`,
    take: `UPDATE ${threads} SET holder = $2, lease_until = ${until}
      WHERE id = $1 AND status = 'running' AND ${isFree} RETURNING *`,
    settle: `UPDATE ${threads} SET inbox = '[]', ${settled}`,
    /** A thread that failed has not yet taken in everything it was told. */
    settleFailed: `UPDATE ${threads} SET ${settled}`,
    held: `SELECT * FROM ${threads} WHERE id = $1 AND holder = $2`,
    drop: `UPDATE ${threads} SET holder = '' WHERE id = $1 AND holder = $2 AND ${light}`,
    beat: `UPDATE ${threads} SET lease_until = ${until} WHERE holder = $1 AND lease_until >= ${now} AND ${light}
      RETURNING id, cancelled`,
    cancel: `UPDATE ${threads} SET cancelled = 1 WHERE id = $1 AND status = 'running'`,
    orphans: `SELECT id FROM ${threads} WHERE status = 'running' AND ${isFree} LIMIT $1`,
    stale: `SELECT id FROM ${threads} WHERE updated_at < $1 AND status <> 'running' LIMIT $2`,
  }
}
