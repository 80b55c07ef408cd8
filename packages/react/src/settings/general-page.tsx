import { LANGUAGES, languages } from '../language/languages.ts'
import { useLateWords } from '../language/late-words.ts'
import { formatKeys } from '../parts/key-hint.tsx'
import { Choice, SettingRow } from './setting-row.tsx'
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
      <SettingRow title={words.settings.letterKeys} hint={words.settings.letterKeysHint}>
        {(id) => (
          <input
            id={id}
            type="checkbox"
            checked={settings.letterKeys}
            onChange={(event) => change({ letterKeys: event.target.checked })}
            className="size-5"
          />
        )}
      </SettingRow>
      <KeyTable />
    </>
  )
}

function KeyTable() {
  const words = useLateWords()
  return (
    <table className="mt-3 w-full text-left text-[13px]">
      <caption className="mb-1 text-left text-sm font-medium">{words.settings.keys}</caption>
      <tbody>
        {Object.entries(words.keys).map(([keys, does]) => (
          <tr key={keys} className="border-b border-line/70 last:border-0">
            <th scope="row" className="w-48 py-1.5 pr-4 font-mono font-normal text-soft max-sm:w-28">
              {keys.split(' · ').map(formatKeys).join(' · ')}
            </th>
            <td className="py-1.5">{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
