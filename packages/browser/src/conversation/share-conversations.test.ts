import { expect, test } from 'vitest'
import { shareConversations } from './share-conversations.ts'
import { ask, callPart, createWorld, openTab, say, Tab } from './testing/open-tab.ts'

function sharedWorld() {
  const world = createWorld()
  let opened = 0
  const open = shareConversations(async (threadId) => {
    opened += 1
    const script = [ask(callPart('double', { n: 1, slow: true })), say('Ok.')]
    return (await openTab(world, script, { threadId, initialMode: 'auto' })).conversation
  })
  return { world, open, opened: () => opened }
}

test('a thread is opened once for everybody, and what runs goes on when they look away', async () => {
  const { world, open, opened } = sharedWorld()
  const [first, second] = await Promise.all([open('thread'), open('thread')])
  expect(opened()).toBe(1)
  await first.send('Go')
  const tab = new Tab(second)
  await tab.until(() => world.runs.length === 1)
  first.close()
  first.close()
  second.close()
  const again = new Tab(await open('thread'))
  expect(opened()).toBe(1)
  const running = await again.stage('running')
  await again.conversation.stopCall(running.key)
  await again.says('Ok.')
  expect(world.runs).toHaveLength(1)
})

test('when nobody looks and nothing happens it is let go, and opened anew the next time', async () => {
  const { open, opened } = sharedWorld()
  const conversation = await open('thread')
  await conversation.whenIdle()
  conversation.close()
  await conversation.whenIdle()
  await open('thread')
  expect(opened()).toBe(2)
})

test('a thread that could not be opened can be tried again', async () => {
  const world = createWorld()
  let isBroken = true
  const open = shareConversations(async (threadId) => {
    if (isBroken) throw new Error('no room')
    return (await openTab(world, [], { threadId })).conversation
  })
  await expect(open('thread')).rejects.toThrow('no room')
  isBroken = false
  expect((await open('thread')).id).toBe('thread')
})
