import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import type { SettingsStore, StudioSettings, Theme } from './studio-settings.ts'

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

const dark = () => matchMedia('(prefers-color-scheme: dark)')

const listen = (listener: () => void) => {
  const query = dark()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Paints the page in the chosen theme. */
export function useTheme(theme: Theme): void {
  const systemDark = useSyncExternalStore(listen, () => dark().matches)
  const shown = theme === 'system' ? (systemDark ? 'dark' : 'light') : theme
  useEffect(() => document.documentElement.setAttribute('data-theme', shown), [shown])
}
