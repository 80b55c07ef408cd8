import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { readConfig } from '@parley/server'
import { openRecords } from './open-records.ts'
import { createRecordsApp } from './records-app.ts'

const folder = join(import.meta.dirname, '..')

async function main(): Promise<void> {
  const { env } = process
  const token = env['PARLEY_TOKEN'] || randomBytes(18).toString('base64url')
  const config = readConfig({ env: { PORT: '4327', ...env, PARLEY_TOKEN: token } })
  const { store, where } = await openRecords(env, env['RECORDS_FILE'] || join(folder, '.parley', 'records.sqlite'))
  const app = createRecordsApp({ config, store, page: join(folder, 'dist') })
  const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, ({ port }) => {
    // The fragment stays in the browser: no server, proxy or log ever sees the token in the address.
    console.log(`Records are kept in ${where}`)
    console.log(`Open http://${config.host}:${port}/#token=${token}`)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(
      error.code === 'EADDRINUSE'
        ? `Port ${config.port} is already in use. Choose another: PORT=${config.port + 1} npm start`
        : error.message,
    )
  })
  const stop = () => {
    server.close(() => void store.close().then(() => process.exit(0)))
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))
