import { expect, test } from 'vitest'
import { postgresSql } from './postgres-sql.ts'

function failing(error: Error) {
  const query = async () => {
    throw error
  }
  return postgresSql({ query })
}

test.each([
  ['a server that is not there', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a server that is being stopped', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
])('%s is a fault that passes, not a bug', async (_, error) => {
  await expect(failing(error).query('SELECT 1', [])).rejects.toMatchObject({
    fault: { code: 'provider/unavailable', retryable: true },
  })
})

test('a statement that is wrong is our bug', async () => {
  const error = Object.assign(new Error('syntax error'), { code: '42601' })
  await expect(failing(error).query('SELECT', [])).rejects.toBe(error)
})
