import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { SettingsStore, StudioSettings } from './studio-settings.ts'

const SettingsContext = createContext<SettingsStore | undefined>(undefined)

export function SettingsProvider({ store, children }: { readonly store: SettingsStore; readonly children: ReactNode }) {
  return <SettingsContext value={store}>{children}</SettingsContext>
}

export function useSettings(): readonly [StudioSettings, SettingsStore['change']] {
  const store = useContext(SettingsContext)
  if (!store) throw new Error('This must be inside a SettingsProvider.')
  const settings = useSyncExternalStore(store.subscribe, store.get)
  return [settings, store.change]
}
