import { expect, test } from 'vitest'
import { everything, list, mcpLabs } from './testing/mcp-lab.ts'

const start = mcpLabs()
const needy = { every: { ...everything(), env: { SOME_KEY: '${input:some-key}' } } }
const inputs = [{ type: 'promptString', id: 'some-key', description: 'The key of the service', password: true }]

test('a server says what it needs to be told, is told, and never says it again', async () => {
  const lab = await start(needy, { inputs, mcp: { edit: true } })
  const needed = async () => list((await lab.status('every'))['inputs'])
  expect(await needed()).toEqual([
    {
      id: 'some-key',
      description: 'The key of the service',
      password: true,
      variable: 'PARLEY_MCP_INPUT_SOME_KEY',
      isAnswered: false,
    },
  ])
  await lab.tools('every')
  expect(await lab.status('every')).toMatchObject({
    status: 'failed',
    problem: { message: expect.stringContaining('The key of the service') },
  })
  expect((await lab.send('inputs', { id: 'some-key', value: 'hush-hush-hush' })).status).toBe(204)
  expect((await lab.send('servers/every/restart', {})).status).toBe(200)
  expect(await lab.status('every')).toMatchObject({ status: 'ready', inputs: [{ isAnswered: true }] })
  const everythingTold = JSON.stringify([await lab.get('servers'), await lab.get('servers/every/log'), await lab.call('get-env')])
  expect(everythingTold).not.toContain('hush-hush-hush')
})

test('an answer that the environment holds counts', async () => {
  const lab = await start(needy, { inputs }, { PARLEY_MCP_INPUT_SOME_KEY: 'from outside' })
  expect(list((await lab.status('every'))['inputs'])).toMatchObject([{ isAnswered: true }])
})
