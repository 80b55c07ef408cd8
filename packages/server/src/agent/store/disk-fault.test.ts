import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atOnce, openSqliteFile, sqliteSql } from './sqlite-sql.ts'

test('a full disk is called one, by whichever way something is written', async () => {
  const database = openSqliteFile(':memory:')
  database.exec('CREATE TABLE words (word TEXT)')
  database.exec('PRAGMA max_page_count = 3')
  const long = 'x'.repeat(100_000)
  const fault = { code: 'provider/unavailable', message: expect.stringContaining('disk of the server is full'), retryable: true }
  const sql = sqliteSql(database)
  await expect(sql.query('INSERT INTO words VALUES ($1)', [long])).rejects.toMatchObject({ fault })
  const write = () => atOnce(database, () => database.prepare('INSERT INTO words VALUES (?)').run(long))
  expect(write).toThrow(/disk of the server is full/)
  expect(database.isTransaction).toBe(false)
  database.close()
})

test('a data folder that cannot be written is named, with the setting that names another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-data-'))
  // Whoever runs this may be allowed to write everywhere; nobody can open a folder as a file.
  await writeFile(join(folder, 'file'), '')
  expect(() => openSqliteFile(join(folder, 'file', 'deeper', 'agent.sqlite'))).toThrow(/data folder .*deeper.*PARLEY_DATA/)
  expect(() => openSqliteFile(folder)).toThrow(/data folder .*PARLEY_DATA/)
  await rm(folder, { recursive: true })
})
