import { useEffect, useSyncExternalStore } from 'react'
import type { Theme } from './studio-settings.ts'

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
