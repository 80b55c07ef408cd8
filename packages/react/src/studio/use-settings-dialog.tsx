import type { RuleNote } from '@parley/browser'
import { type ReactNode, useCallback, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import type { StudioServices } from './studio-services.ts'

const SettingsDialog = fetchedPart(() => import('../settings/settings-dialog.tsx'))

interface SettingsRoom {
  readonly openSettings: () => void
  readonly openPage: (page: string) => void
  /** Opens them where a rule stands. */
  readonly seeRule: (rule: RuleNote) => void
  readonly settingsDialog: ReactNode
}

/** The settings, and what opens them. `onLab`: they lead to the lab of dialects. */
export function useSettingsDialog(services: StudioServices, threadId: string, onLab: () => void): SettingsRoom {
  const words = useWords()
  const [at, setAt] = useState<{ readonly page: string; readonly rule?: RuleNote }>()
  const close = () => setAt(undefined)
  const openLab = () => {
    close()
    onLab()
  }
  return {
    openSettings: () => setAt({ page: 'general' }),
    openPage: (page) => setAt({ page }),
    seeRule: useCallback((rule: RuleNote) => setAt({ page: 'rules', rule }), []),
    settingsDialog: at && (
      <WhenFetched waiting={null} failed={<DialogAway title={words.panel.settings} onClose={close} />}>
        <SettingsDialog services={services} threadId={threadId} {...at} onLab={openLab} onClose={close} />
      </WhenFetched>
    ),
  }
}
