import { useId, useRef } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useModels } from '../model/use-models.ts'
import { Button } from '../parts/button.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { FIELD } from '../settings/setting-row.tsx'
import { useDialectTitles } from '../studio/use-dialect-titles.ts'
import type { ReplaySetting, Source } from './run-replays.ts'

interface ReplayFormProps {
  readonly sources: readonly Source[]
  readonly models: readonly string[]
  readonly setting: ReplaySetting
  readonly isRunning: boolean
  readonly onThis: () => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onModels: (models: readonly string[]) => void
  readonly onSetting: (change: Partial<ReplaySetting>) => void
}

/** Which conversations, on which models, and how they are asked. */
export function ReplayForm(props: ReplayFormProps) {
  const { sources, models, setting, isRunning, onModels, onSetting } = props
  const words = useLateWords()
  const [offered] = useModels('/api/models')
  const known = offered.kind === 'known' ? offered.list.models : []
  const tools = [...new Set(sources.flatMap(({ capsule }) => capsule.tools.map(({ name }) => name)))]
  const titles = useDialectTitles()
  const dialects = [
    { value: '', title: words.replay.suits },
    { value: 'native', title: words.model.native },
    ...titles.map(({ id, title }) => ({ value: id, title })),
  ]
  return (
    <fieldset disabled={isRunning} className="space-y-3">
      <Sources {...props} />
      <Checks label={words.replay.models} all={known.map(({ id }) => id)} chosen={models} onChosen={onModels} />
      <LabelledSelect
        label={words.replay.dialect}
        choices={dialects}
        value={setting.dialect}
        onValue={(dialect) => onSetting({ dialect })}
      />
      <Prompt setting={setting} onSetting={onSetting} />
      {tools.length > 0 && (
        <Checks
          label={words.replay.tools}
          all={tools}
          chosen={tools.filter((name) => !setting.toolsOff.includes(name))}
          onChosen={(on) => onSetting({ toolsOff: tools.filter((name) => !on.includes(name)) })}
        />
      )}
    </fieldset>
  )
}

function Sources({ sources, onThis, onFiles }: ReplayFormProps) {
  const words = useLateWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={onThis}>{words.replay.addThis}</Button>
      <Button onClick={() => input.current?.click()}>{words.replay.addFiles}</Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        multiple
        hidden
        data-testid="replay-input"
        aria-label={words.replay.addFiles}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <span role="status" className="text-[13px] text-soft">
        {words.replay.chosen({ count: sources.length })}
      </span>
    </div>
  )
}

function Prompt({ setting, onSetting }: Pick<ReplayFormProps, 'setting' | 'onSetting'>) {
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
  readonly all: readonly string[]
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
}

function Checks({ label, all, chosen, onChosen }: ChecksProps) {
  return (
    <fieldset>
      <legend className="text-xs text-faint">{label}</legend>
      <div className="flex max-h-40 flex-wrap gap-x-4 overflow-y-auto">
        {all.map((name) => (
          <label key={name} translate="no" className="flex min-h-8 items-center gap-2 font-mono text-xs pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) => onChosen(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
