import { readConfig } from '@parley/server'
import { startServer } from '@parley/server/node'

// Ours, as it is started in production: one process, every door.

const models = ['text', 'call', 'slow', 'flood', 'empty']
const provider = (id: string, dialect: string) => ({
  id,
  kind: 'openai-compatible',
  url: `${process.env['UPSTREAM']}/v1`,
  dialect,
  models,
})
const file = JSON.stringify({ providers: [provider('native', 'native'), provider('hermes', 'hermes')] })
const config = readConfig({ env: { PARLEY_DISCOVER: 'no' }, file })
const { url } = await startServer({ config: { ...config, port: 0 } })
process.send?.({ port: Number(new URL(url).port) })
process.once('disconnect', () => process.exit())
