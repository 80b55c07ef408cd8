import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultsIn } from '../../testing/agent-app.ts'
import { agentLabs, type Reply } from '../testing/agent-lab.ts'

const open = agentLabs()
const program = join(import.meta.dirname, '../testing/many-tools-server.ts')
const mcpServers = Object.fromEntries(
  ['recipe', 'invoice'].map((subject) => [subject, { command: process.execPath, args: [program, subject] }]),
)

test('a thread with many tools is told how to find them, and of those that it found; one that it did not find is not called', async () => {
  const replies: Reply[] = [
    [{ name: 'invoice__print_one_invoice', input: { id: '1' } }],
    [{ name: 'find_tools', input: { query: 'archive all recipes' } }],
    [{ name: 'recipe__archive_all_recipe', input: { id: 'seven' } }],
    'Done.',
    'Still here.',
  ]
  const lab = await open({ mcpServers, replies })
  const all = (await lab.tools()).map(({ tool }) => tool)
  expect(all).toHaveLength(60)
  const told = (request: number) => {
    const { tools = [] } = JSON.parse(lab.upstream.bodies[request] ?? '{}')
    return (tools as { function: { name: string } }[]).map((tool) => tool.function.name)
  }

  const asked = await lab.ask('t', all)
  expect(told(0)).toEqual(['find_tools'])
  expect(lab.upstream.bodies[0]).toContain('recipe (30)')
  const [unfound, found] = resultsIn(asked)
  expect(unfound).toContain('was not found in this conversation yet, so the call was not executed. Call find_tools first')
  expect(found).toContain('recipe__archive_all_recipe')
  expect(told(2)).toContain('recipe__archive_all_recipe')
  expect(told(2)).not.toContain('invoice__print_one_invoice')
  expect(JSON.stringify(JSON.parse(lab.upstream.bodies[2] ?? '{}').tools).length / 4).toBeLessThan(32_768 * 0.05)

  const [pending] = (await lab.thread('t')).pending
  expect(pending).toMatchObject({ name: 'recipe__archive_all_recipe', kind: 'approval' })
  const done = await lab.answer('t', { type: 'approve', callId: pending?.callId })
  expect(resultsIn(done)).toEqual(['ok: archive_all_recipe did seven'])
  await lab.ask('t', all, { text: 'And now?' })
  expect(told(4)).toContain('recipe__archive_all_recipe')
})

test('a client that brings a tool of the name by which tools are found is refused, and told which', async () => {
  const lab = await open({ mcpServers, replies: [] })
  const [{ name, fingerprint } = { name: '', fingerprint: '' }] = await lab.tools()
  const response = await lab.post('chat', {
    messages: [{ role: 'user', content: 'Hi' }],
    tools: { find_tools: { description: 'Mine.', parameters: { type: 'object' } } },
    config: { mode: 'agent', model: 'scripted', threadId: 't', mcpTools: [{ name, fingerprint }] },
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('find_tools')
})
