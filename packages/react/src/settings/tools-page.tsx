import type { Tool } from '@parley/browser'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { PythonRows } from './python-rows.tsx'
import { LinesField, SettingRow } from './setting-row.tsx'
import { useSettings } from './use-settings.tsx'

interface ToolsPageProps {
  readonly services: Pick<StudioServices, 'toolsOf' | 'python' | 'endSession'>
  readonly threadId: string
}

/** Python has rows of its own: it is off until somebody wants it. */
const setsOf = (tools: readonly Tool[]) =>
  Map.groupBy(
    tools.filter(({ toolset }) => toolset !== 'browser_python'),
    ({ toolset }) => toolset ?? '',
  )

/** A page's own toolset goes by the name it was given. */
function titleOf(toolset: string, words: LateWords): string {
  const names: Readonly<Record<string, string>> = words.settings.toolsetNames
  return (Object.hasOwn(names, toolset) ? names[toolset] : undefined) ?? (toolset || words.settings.tools)
}

/** A tool is described to the model in every request. */
const withCost = ({ spec }: Tool, words: LateWords): string => `${spec.name} (${words.size(JSON.stringify(spec).length)})`

export function ToolsPage({ services, threadId }: ToolsPageProps) {
  const words = useLateWords()
  const [settings, change] = useSettings()
  const sets = setsOf(services.toolsOf(threadId))
  const toggle = (name: string, on: boolean) =>
    change({ toolsetsOff: on ? settings.toolsetsOff.filter((off) => off !== name) : [...settings.toolsetsOff, name] })
  return (
    <>
      <p className="mb-2 text-[13px] text-soft">{words.settings.toolsetsHint}</p>
      {[...sets].map(([name, members]) => (
        <SettingRow
          key={name}
          title={titleOf(name, words)}
          hint={[...(name === '' ? [] : [name]), members.map((tool) => withCost(tool, words)).join(', ')].join(' · ')}
        >
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
      {services.python && <PythonRows python={services.python} />}
      <SettingRow title={words.settings.session} hint={words.settings.sessionHint}>
        {(id) => (
          <span className="flex items-center gap-3">
            {settings.keepSession && (
              <Button onClick={() => services.endSession(threadId)}>{words.settings.forgetSession}</Button>
            )}
            <input
              id={id}
              type="checkbox"
              className="size-5"
              checked={settings.keepSession}
              onChange={(event) => change({ keepSession: event.target.checked })}
            />
          </span>
        )}
      </SettingRow>
      <CodeModeRow />
      <SettingRow title={words.settings.hosts} hint={words.settings.hostsHint} wide>
        {(id) => <LinesField id={id} lines={settings.hosts} onChange={(hosts) => change({ hosts })} />}
      </SettingRow>
    </>
  )
}

function CodeModeRow() {
  const words = useLateWords()
  const [settings, change] = useSettings()
  return (
    <SettingRow title={words.settings.codeMode} hint={words.settings.codeModeHint}>
      {(id) => (
        <input
          id={id}
          type="checkbox"
          className="size-5"
          checked={settings.codeMode}
          onChange={(event) => change({ codeMode: event.target.checked })}
        />
      )}
    </SettingRow>
  )
}
