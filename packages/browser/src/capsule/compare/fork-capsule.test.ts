import { expect, test } from 'vitest'
import { ask, callPart, createWorld, doublingTool, openTab, say } from '../../conversation/testing/open-tab.ts'
import { scriptedRespond } from '../../turn/scripted-respond.ts'
import type { Capsule } from '../capsule.ts'
import { parseCapsule } from '../capsule-schema.ts'
import { exportCapsule } from '../export-capsule.ts'
import { importCapsule } from '../import-capsule.ts'
import { forkCapsule } from './fork-capsule.ts'
import { replayOnModel } from './replay-on-model.ts'

async function recorded(): Promise<Capsule> {
  const world = createWorld()
  const tab = await openTab(world, [ask(callPart('double', { n: 1 })), ask(callPart('double', { n: 2 })), say('Done.')])
  await tab.conversation.send('Go')
  await tab.allow(0)
  await tab.allow(1)
  await tab.says('Done.')
  const exported = await exportCapsule({ storage: world.storage, threadId: 'thread', tools: [doublingTool(world).spec] })
  const read = parseCapsule(exported!.text)
  if (read.kind === 'invalid') throw new Error(read.problem)
  return read.capsule
}

const second = (capsule: Capsule) => capsule.nodes.filter(({ message }) => message.role === 'assistant')[1]!.id

test('a replay that begins at a later answer asks for no earlier one', async () => {
  const { signal } = new AbortController()
  const answers = []
  let asked = 0
  const script = [say('Not asked for.'), ask(callPart('double', { n: 2 })), say('Done.')]
  const respond = scriptedRespond(script, { onRequest: () => void asked++ })
  for await (const answer of replayOnModel(await recorded(), { respond, model: 'm', from: 2, signal })) answers.push(answer)
  expect(answers.map(({ step, comparison }) => [step, comparison.kind])).toEqual([
    [2, 'same'],
    [3, 'same'],
  ])
  expect(asked).toBe(2)
})

test('going on from then ends with the answer of then, which does not run again', async () => {
  const capsule = await recorded()
  const world = createWorld()
  const threadId = await importCapsule(forkCapsule(capsule, second(capsule))!, { storage: world.storage })
  const tab = await openTab(world, [], { threadId })
  await tab.conversation.whenIdle()
  expect(tab.state.messages.filter(({ role }) => role === 'assistant')).toHaveLength(2)
  expect(world.runs).toEqual([])
})

test('going on from now ends with the other answer, and its call asks as if it had just been written', async () => {
  const capsule = await recorded()
  const world = createWorld()
  const fork = forkCapsule(capsule, second(capsule), [callPart('double', { n: 9 })])!
  const threadId = await importCapsule(fork, { storage: world.storage })
  const tab = await openTab(world, [say(''), say(''), say('It is 18.')], { threadId })
  const waiting = await tab.stage('awaiting', 1)
  expect([waiting.record.call.input, world.runs]).toEqual([{ n: 9 }, []])
  await tab.allow(1)
  await tab.says('It is 18.')
  expect(world.runs).toEqual([{ n: 9 }])
})

test('there is no fork at a message that is no answer', async () => {
  const capsule = await recorded()
  expect(forkCapsule(capsule, capsule.nodes[0]!.id)).toBeUndefined()
})
