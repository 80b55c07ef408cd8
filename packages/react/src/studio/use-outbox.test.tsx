// @vitest-environment happy-dom
import type { Conversation, Done } from '@parley/browser'
import { useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { ModelOfThread } from '../model/use-thread-model.ts'
import { createSettings } from '../settings/studio-settings.ts'
import { SettingsProvider } from '../settings/use-settings.tsx'
import { placeToDraw } from '../testing/place-to-draw.ts'
import type { StudioServices } from './studio-services.ts'
import { type Outbox, useOutbox } from './use-outbox.ts'

const drawn = placeToDraw()
let outbox: Outbox | undefined
beforeEach(() => {
  localStorage.clear()
  outbox = undefined
})

async function draw(send: (text?: unknown) => Promise<Done>, kind = 'idle'): Promise<void> {
  const state = { status: { kind, keys: [] }, messages: [] }
  const conversation = { id: 't', send, getSnapshot: () => state, subscribe: () => () => {} } as unknown as Conversation // Nothing else is asked of it.
  const services = { open: async () => conversation } as unknown as StudioServices // Nor of these.
  function Inside() {
    const now = useOutbox({ services, conversation, state: conversation.getSnapshot(), model: {} as ModelOfThread })
    useEffect(() => {
      outbox = now
    })
    return null
  }
  drawn.root.render(
    <SettingsProvider store={createSettings(localStorage, 'en')}>
      <Inside />
    </SettingsProvider>,
  )
  await expect.poll(() => outbox).toBeDefined()
}

it('what is said between two steps of a turn waits in line, as what is said during one does', async () => {
  await draw(async () => ({ ok: false, error: 'This thread is busy.', words: { id: 'thread.busy' } }))
  expect(await outbox?.say('And then?')).toEqual({ ok: true })
  await expect.poll(() => outbox?.queued.map(({ text }) => text)).toEqual(['And then?'])
})

it('what is refused for another reason does not wait', async () => {
  const refused: Done = { ok: false, error: 'It was deleted.', words: { id: 'thread.deleted' } }
  await draw(async () => refused)
  expect(await outbox?.say('And then?')).toEqual(refused)
  expect(outbox?.queued).toEqual([])
})

it('what is said while a call waits goes behind what is already in line, and at once where nothing is', async () => {
  const sent: unknown[] = []
  await draw(async (said) => {
    sent.push(said)
    return { ok: true }
  }, 'waiting')
  expect(await outbox?.say('First')).toEqual({ ok: true })
  expect(sent).toEqual(['First'])
  outbox?.line('Second')
  await expect.poll(() => outbox?.queued).toHaveLength(1)
  expect(await outbox?.say('Third')).toEqual({ ok: true })
  await expect.poll(() => outbox?.queued.map(({ text }) => text)).toEqual(['Second', 'Third'])
  expect(sent).toEqual(['First'])
})
