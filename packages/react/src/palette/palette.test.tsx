// @vitest-environment happy-dom
import type { Conversation } from '@parley/browser'
import { useEffect, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useChoosing, useConnecting } from '../model/use-models.ts'
import { createSettings, type SettingsStore } from '../settings/studio-settings.ts'
import { SettingsProvider } from '../settings/use-settings.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { onPromptsWanted } from '../talk/prompts/prompts-door.ts'
import { useTalkDeeds } from '../talk/talk-door.ts'
import { placeToDraw } from '../testing/place-to-draw.ts'
import Palette from './palette.tsx'

const drawn = placeToDraw()
afterEach(() => void vi.unstubAllGlobals())

/** What each entry does, in a conversation that has ended with an answer. */
const DONE: Readonly<Record<string, string>> = {
  new: 'address #/thread/',
  attach: 'attach Enter',
  again: 'again a1',
  place: 'place',
  instructions: 'talk instructions',
  prompts: 'prompts',
  summarise: 'talk summarise',
  markdown: 'talk markdown',
  html: 'talk html',
  capsule: 'talk capsule',
  connect: 'connect',
  keys: 'keys',
  'side preview': 'side preview',
  'side files': 'side files',
  'side changes': 'side changes',
  'side inspector': 'side inspector',
  lab: 'side inspector lab',
  room: 'room',
  'thread t7': 'address #/thread/t7',
  'model hosted': 'model hosted',
  'mode ask': 'mode ask',
  'mode auto-read': 'mode auto-read',
  'mode plan': 'mode plan',
  'theme system': 'theme system',
  'theme light': 'theme light',
  'theme dark': 'theme dark',
  'language en': 'language en',
  'language zh': 'language zh',
  'language de': 'language de',
  'settings general': 'settings general',
  'settings models': 'settings models',
  'settings tools': 'settings tools',
  'settings mcp': 'settings mcp',
  'settings rules': 'settings rules',
  'settings usage': 'settings usage',
  'settings audit': 'settings audit',
  'settings replays': 'settings replays',
  'settings data': 'settings data',
}

const log: string[] = []
const note = (text: string) => void log.push(text)

const conversation = (kind: 'idle' | 'answering') =>
  ({
    getSnapshot: () => ({
      status: { kind },
      mode: 'plan',
      messages: [
        { role: 'user', id: 'u1' },
        { role: 'assistant', id: 'a1' },
        { role: 'assistant', id: 'a2' },
      ],
    }),
    stop: () => note('stop'),
    retry: async (id: string) => note(`again ${id}`),
    setMode: async (mode: string) => note(`mode ${mode}`),
  }) as unknown as Conversation // The palette calls nothing else.

const services = {
  storage: { threads: { list: async () => [{ id: 't7', title: 'Soup', head: 'h' }, { id: 'empty' }] } },
} as unknown as StudioServices // Nor anything else of these.

let reopen = () => {}

function Around({ kind }: { readonly kind: 'idle' | 'answering' }) {
  const [isOpen, setOpen] = useState(true)
  useChoosing((id) => note(`model ${id}`))
  useConnecting(() => note('connect'))
  useTalkDeeds((deed) => note(`talk ${deed}`))
  useEffect(() => onPromptsWanted(() => note('prompts')), [])
  useEffect(() => {
    reopen = () => setOpen(true)
  }, [])
  if (!isOpen) return null
  return (
    <Palette
      services={services}
      conversation={conversation(kind)}
      show={(at) => note(['side', at?.tab, at && 'view' in at ? at.view : undefined].filter(Boolean).join(' '))}
      onRoom={() => note('room')}
      onSettings={(page) => note(`settings ${page}`)}
      onKeys={() => note('keys')}
      onClose={() => {
        note('closed')
        setOpen(false)
      }}
    />
  )
}

const entries = () => [...document.querySelectorAll<HTMLElement>('[cmdk-item]')]
const idOf = (entry: HTMLElement) => entry.dataset['value'] ?? ''
const entryOf = (id: string) => entries().find((entry) => idOf(entry) === id)

const change: SettingsStore['change'] = (next) => {
  for (const [name, value] of Object.entries(next)) note(`${name} ${String(value)}`)
}

async function draw(kind: 'idle' | 'answering'): Promise<void> {
  const store = createSettings(localStorage, 'en')
  vi.stubGlobal('fetch', async () => Response.json({ models: [{ id: 'hosted', label: 'Hosted', provider: 'p' }], providers: [] }))
  drawn.root.render(
    <SettingsProvider store={{ ...store, change }}>
      <button type="button" data-testid="attach" onKeyDown={({ key }) => note(`attach ${key}`)} />
      <button type="button" data-testid="place-switch" onClick={() => note('place')} />
      <Around kind={kind} />
    </SettingsProvider>,
  )
  await vi.waitFor(() => expect(entries().map(idOf)).toEqual(expect.arrayContaining(['thread t7', 'model hosted'])))
}

it('every entry closes the palette and does what it says, and none is without a row in this table', async () => {
  addEventListener('hashchange', () => note(`address ${location.hash.replace(/[0-9a-f]{8}-.*/, '')}`))
  await draw('idle')
  expect(entries().map(idOf).toSorted()).toEqual(Object.keys(DONE).toSorted())
  for (const id of Object.keys(DONE)) {
    reopen()
    await vi.waitFor(() => expect(entryOf(id)).toBeDefined())
    log.length = 0
    entryOf(id)?.click()
    await vi.waitFor(() => expect(log, id).toEqual(['closed', DONE[id]]))
  }
})

it('while an answer comes it can be stopped, and not be given again', async () => {
  await draw('answering')
  const ids = entries().map(idOf)
  expect(ids).toContain('stop')
  expect(ids).not.toContain('again')
  log.length = 0
  entryOf('stop')?.click()
  await vi.waitFor(() => expect(log).toEqual(['closed', 'stop']))
})
