import { LANGUAGES, languages } from '../language/languages.ts'
import { useLateWords } from '../language/late-words.ts'
import { KeyTable } from './key-table.tsx'
import { Choice, SettingRow, SwitchRow } from './setting-row.tsx'
import { SignedIn } from './signed-in.tsx'
import type { Theme } from './studio-settings.ts'
import { useSettings } from './use-settings.tsx'

const THEMES: readonly Theme[] = ['system', 'light', 'dark']

export function GeneralPage() {
  const words = useLateWords()
  const [settings, change] = useSettings()
  return (
    <>
      <SignedIn />
      <SettingRow title={words.settings.language}>
        {(id) => (
          <Choice
            id={id}
            value={settings.language}
            choices={languages.map((value) => ({ value, title: LANGUAGES[value].name }))}
            onChange={(language) => change({ language })}
          />
        )}
      </SettingRow>
      <SettingRow title={words.settings.theme}>
        {(id) => (
          <Choice
            id={id}
            value={settings.theme}
            choices={THEMES.map((value) => ({ value, title: words.settings.themes[value] }))}
            onChange={(theme) => change({ theme })}
          />
        )}
      </SettingRow>
      <SwitchRow
        title={words.settings.titles}
        hint={words.settings.titlesHint}
        checked={settings.titles}
        onChange={(titles) => change({ titles })}
      />
      <SwitchRow
        title={words.settings.foldSteps}
        hint={words.settings.foldStepsHint}
        checked={settings.foldSteps}
        onChange={(foldSteps) => change({ foldSteps })}
      />
      <SwitchRow
        title={words.settings.letterKeys}
        hint={words.settings.letterKeysHint}
        checked={settings.letterKeys}
        onChange={(letterKeys) => change({ letterKeys })}
      />
      <KeyTable caption={words.settings.keys} />
    </>
  )
}
