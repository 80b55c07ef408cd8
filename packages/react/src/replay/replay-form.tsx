import { useId } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useModels } from '../model/use-models.ts'
import { FIELD } from '../settings/setting-row.tsx'
import { useDialectTitles } from '../studio/use-dialect-titles.ts'
import type { Desk } from './replay-desk.ts'
import type { ReplaySetting } from './run-replays.ts'

interface ReplayFormProps {
  readonly desk: Desk
  readonly onChange: (part: Partial<Desk>) => void
}

/** Which models are asked, and how. */
export function ReplayForm({ desk, onChange }: ReplayFormProps) {
  const { sources, models, dialects, setting } = desk
  const words = useLateWords()
  const [offered] = useModels('/api/models')
  const known = offered.kind === 'known' ? offered.list.models : []
  const tools = [...new Set(sources.flatMap(({ capsule }) => capsule.tools.map(({ name }) => name)))]
  const spoken = [{ id: 'native', title: words.model.native }, ...useDialectTitles()]
  const onSetting = (change: Partial<ReplaySetting>) => onChange({ setting: { ...setting, ...change } })
  return (
    <>
      <Checks
        label={words.replay.models}
        all={known.map(({ id }) => ({ id, title: id }))}
        chosen={models}
        onChosen={(chosen) => onChange({ models: chosen })}
      />
      <Dialects
        label={words.replay.dialects}
        all={spoken}
        chosen={dialects}
        onChosen={(chosen) => onChange({ dialects: chosen })}
      />
      <Prompt setting={setting} onSetting={onSetting} />
      {tools.length > 0 && (
        <Checks
          label={words.replay.tools}
          all={tools.map((id) => ({ id, title: id }))}
          chosen={tools.filter((name) => !setting.toolsOff.includes(name))}
          onChosen={(on) => onSetting({ toolsOff: tools.filter((name) => !on.includes(name)) })}
        />
      )}
    </>
  )
}

interface PromptProps {
  readonly setting: ReplaySetting
  readonly onSetting: (change: Partial<ReplaySetting>) => void
}

function Prompt({ setting, onSetting }: PromptProps) {
  const words = useLateWords()
  const id = useId()
  return (
    <div className="grid gap-2 text-[13px]">
      <label htmlFor={`${id}s`}>{words.settings.systemPrompt}</label>
      <textarea
        id={`${id}s`}
        rows={2}
        value={setting.system}
        onChange={(event) => onSetting({ system: event.target.value })}
        className={FIELD}
      />
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={`${id}f`}>{words.replay.from}</label>
        <input
          id={`${id}f`}
          type="number"
          min={1}
          value={setting.from}
          onChange={(event) => onSetting({ from: Math.max(1, Math.floor(Number(event.target.value)) || 1) })}
          className={`${FIELD} w-20`}
        />
        <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
          <input type="checkbox" checked={setting.goesOn} onChange={(event) => onSetting({ goesOn: event.target.checked })} />
          {words.replay.goesOn}
        </label>
      </div>
    </div>
  )
}

interface ChecksProps {
  readonly label: string
  readonly all: readonly { readonly id: string; readonly title: string }[]
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
}

function Checks({ label, all, chosen, onChosen }: ChecksProps) {
  return (
    <fieldset>
      <legend className="text-xs text-faint">{label}</legend>
      <Boxes {...{ all, chosen, onChosen }} />
    </fieldset>
  )
}

/** Closed, because there are many: nobody should have to walk past them. */
function Dialects({ label, all, chosen, onChosen }: ChecksProps) {
  const words = useLateWords()
  const named = all.filter(({ id }) => chosen.includes(id)).map(({ title }) => title)
  return (
    <details className="text-[13px]">
      <summary className="parley-summary min-h-8 py-1 pointer-coarse:min-h-11">
        <span className="text-xs text-faint">
          {label}
          {words.punctuation.colon}
        </span>
        {named.length === 0 ? words.replay.suits : named.join(words.effect.comma)}
      </summary>
      <div role="group" aria-label={label}>
        <Boxes {...{ all, chosen, onChosen }} />
      </div>
    </details>
  )
}

function Boxes({ all, chosen, onChosen }: Omit<ChecksProps, 'label'>) {
  return (
    <div className="flex max-h-28 flex-wrap gap-x-4 overflow-y-auto">
      {all.map(({ id, title }) => (
        <label
          key={id}
          translate="no"
          className="flex min-h-8 max-w-full items-center gap-2 font-mono text-xs pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => onChosen(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
          <span className="min-w-0 wrap-anywhere">{title}</span>
        </label>
      ))}
    </div>
  )
}
