import type { Tool } from '@parley/browser'
import { useWords } from '../language/words.tsx'
import { SettingRow } from './setting-row.tsx'
import { useSettings } from './use-settings.tsx'

export function ToolsPage({ tools }: { readonly tools: readonly Tool[] }) {
  const words = useWords()
  const [settings, change] = useSettings()
  const sets = Map.groupBy(tools, (tool) => tool.toolset ?? '')
  const toggle = (name: string, on: boolean) =>
    change({ toolsetsOff: on ? settings.toolsetsOff.filter((off) => off !== name) : [...settings.toolsetsOff, name] })
  return (
    <>
      <p className="mb-2 text-[13px] text-soft">{words.settings.toolsetsHint}</p>
      {[...sets].map(([name, members]) => (
        <SettingRow key={name} title={name || words.settings.tools} hint={members.map((tool) => tool.spec.name).join(', ')}>
          {(id) => (
            <input
              id={id}
              type="checkbox"
              className="size-5"
              disabled={name === ''}
              checked={!settings.toolsetsOff.includes(name)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
          )}
        </SettingRow>
      ))}
    </>
  )
}
