import { useState } from 'react'
import { ExamineModel } from '../doctor/examine-model.tsx'
import { useLateWords } from '../language/late-words.ts'
import { labelSentence } from '../model/model-list.ts'
import { DemoMark } from '../model/model-picker.tsx'
import { useModels } from '../model/use-models.ts'
import { GetModel } from '../own-model/get-model.tsx'
import { Button } from '../parts/button.tsx'
import { useDialectTitles } from '../studio/use-dialect-titles.ts'
import { Choice, FIELD, SettingRow } from './setting-row.tsx'
import { useSettings } from './use-settings.tsx'

const numberOf = (text: string): number | undefined => {
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value
}

export function ModelPage({ onLab }: { readonly onLab: () => void }) {
  const words = useLateWords()
  const [settings, change] = useSettings()
  return (
    <>
      <SettingRow title={words.settings.systemPrompt} hint={words.settings.systemPromptHint} wide>
        {(id) => (
          <textarea
            id={id}
            rows={4}
            value={settings.systemPrompt}
            onChange={(event) => change({ systemPrompt: event.target.value })}
            className={`${FIELD} w-full resize-y`}
          />
        )}
      </SettingRow>
      <SettingRow title={words.settings.temperature}>
        {(id) => (
          <input
            id={id}
            type="number"
            min={0}
            max={2}
            step={0.1}
            placeholder={words.settings.unset}
            value={settings.temperature ?? ''}
            onChange={(event) => change({ temperature: numberOf(event.target.value) })}
            className={`${FIELD} w-44`}
          />
        )}
      </SettingRow>
      <SettingRow title={words.settings.maxTokens}>
        {(id) => (
          <input
            id={id}
            type="number"
            min={1}
            step={1}
            placeholder={words.settings.unset}
            value={settings.maxTokens ?? ''}
            onChange={(event) => change({ maxTokens: numberOf(event.target.value) })}
            className={`${FIELD} w-44`}
          />
        )}
      </SettingRow>
      <GetModelRow />
      <SettingRow title={words.panel.lab} hint={words.settings.labHint}>
        {(id) => (
          <Button id={id} onClick={onLab}>
            {words.settings.openLab}
          </Button>
        )}
      </SettingRow>
      <Providers />
    </>
  )
}

function GetModelRow() {
  const words = useLateWords()
  const [gets, setGets] = useState(false)
  return (
    <>
      <SettingRow title={words.model.get} hint={words.settings.getHint}>
        {(id) => (
          <Button id={id} onClick={() => setGets(true)}>
            {words.model.get}…
          </Button>
        )}
      </SettingRow>
      {gets && <GetModel onClose={() => setGets(false)} />}
    </>
  )
}

/** Every model of the server, with its provider and the dialect it is spoken to in. */
function Providers() {
  const words = useLateWords()
  const [settings, change] = useSettings()
  const [models, again] = useModels('/api/models')
  const [examined, setExamined] = useState<string>()
  const titles = useDialectTitles()
  if (models.kind !== 'known') return null
  const setDialect = (model: string, dialect: string) => {
    const { [model]: _former, ...others } = settings.dialects
    change({ dialects: dialect === '' ? others : { ...others, [model]: dialect } })
  }
  return (
    <section className="pt-3">
      <h3 className="text-sm font-medium">{words.settings.server}</h3>
      <p className="mb-2 text-[13px] text-soft">{words.settings.serverHint}</p>
      {models.list.models.map((model) => (
        <SettingRow
          key={model.id}
          title={words.said(labelSentence(model))}
          hint={`${model.words && model.label === model.provider ? words.said(labelSentence(model)) : model.provider} · ${words.picker.why({ reason: words.said(model.dialectReason) })}`}
        >
          {(id) => (
            <span className="flex flex-wrap items-center gap-2">
              {model.demo && !model.words && <DemoMark />}
              <Choice
                id={id}
                value={settings.dialects[model.id] ?? ''}
                choices={[
                  { value: '', title: `${words.picker.dialectAuto}${words.punctuation.colon}${model.dialect}` },
                  { value: 'native', title: words.model.native },
                  ...titles.map((dialect) => ({ value: dialect.id, title: dialect.title })),
                ]}
                onChange={(dialect) => setDialect(model.id, dialect)}
              />
              {!model.demo && (
                <Button onClick={() => setExamined(model.id)} aria-label={words.model.examining({ model: model.id })}>
                  {words.model.examine}
                </Button>
              )}
            </span>
          )}
        </SettingRow>
      ))}
      {models.list.models
        .filter(({ id }) => id === examined)
        .map((model) => (
          <ExamineModel key={model.id} model={model} onChange={again} onClose={() => setExamined(undefined)} />
        ))}
      {models.list.problems.map((problem) => (
        <p key={problem.provider} className="mt-2 rounded-lg bg-wait-wash px-3 py-2 text-[13px] text-wait">
          {problem.provider}
          {words.punctuation.colon}
          {words.said(problem)}
        </p>
      ))}
    </section>
  )
}
