import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { isEditable } from '../keys/is-editable.ts'
import { useWords } from '../language/words.tsx'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { goToThread, newThreadId } from '../studio/thread-address.ts'
import type { PaletteDoors } from './commands.ts'

const Palette = fetchedPart(() => import('./palette.tsx'))
const KeysDialog = fetchedPart(() => import('./keys-dialog.tsx'))

type Open = 'palette' | 'keys'

/** What lies under a dialog is not looked at, so nothing there is opened. */
const isCovered = () => document.querySelector('[role="dialog"][data-state="open"]') !== null

function wanted(event: KeyboardEvent): Open | 'new' | undefined {
  const { key, shiftKey, altKey } = event
  if (event.isComposing || event.defaultPrevented || altKey) return undefined
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() === 'k' && !shiftKey) return 'palette'
    return key.toLowerCase() === 'o' && shiftKey ? 'new' : undefined
  }
  return key === '?' && !isEditable(event.target) ? 'keys' : undefined
}

/** Ctrl+K opens everything there is to do, `?` the keys, and Ctrl+Shift+O a new conversation. */
export function usePalette(around: Omit<PaletteDoors, 'onKeys'>): { readonly palette: ReactNode; readonly doors: PaletteDoors } {
  const words = useWords()
  const [open, setOpen] = useState<Open>()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const what = wanted(event)
    if (what === undefined || (open === undefined && isCovered())) return
    event.preventDefault()
    if (what === 'new') goToThread(newThreadId())
    setOpen(what === 'new' || what === open ? undefined : what)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const close = () => setOpen(undefined)
  const doors = { ...around, onKeys: () => setOpen('keys') }
  const palette = open && (
    <WhenFetched waiting={null} failed={<DialogAway title={words.panel.settings} onClose={close} />}>
      {open === 'keys' ? <KeysDialog onClose={close} /> : <Palette {...doors} onClose={close} />}
    </WhenFetched>
  )
  return { palette, doors }
}
