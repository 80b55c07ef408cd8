import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sqliteSql } from './sqlite-sql.ts'

/** Node 22.18 to 24.6 answer `?1` with "column index out of range": tried with those releases by hand. */
test('values are bound by name, because not every Node that we run on takes them by number', async () => {
  const texts: string[] = []
  class Listening extends DatabaseSync {
    override prepare(text: string): StatementSync {
      texts.push(text)
      return super.prepare(text)
    }
  }
  const database = new Listening(':memory:')
  const sql = sqliteSql(database)
  expect(await sql.query('SELECT $2 AS second, $1 AS first, $2 AS again', ['one', 2])).toEqual([
    { second: 2, first: 'one', again: 2 },
  ])
  expect(texts.filter((text) => /\?\d/.test(text))).toEqual([])
  database.close()
})
