import { useEffect, useState } from 'react'
import { ExamineModel } from '../doctor/examine-model.tsx'
import { loadCatalog } from '../lab/load-catalog.ts'
import { DialectPicker } from '../model/dialect-picker.tsx'
import type { OfferedModel } from '../model/model-list.ts'
import { ModelPicker } from '../model/model-picker.tsx'
import { type Models, useModels } from '../model/use-models.ts'
import { useSettings } from '../settings/use-settings.tsx'

/** The model the next request goes to. */
function chosenModel(models: Models, wanted: string | undefined): OfferedModel | undefined {
  if (models.kind !== 'known') return undefined
  const { list } = models
  return (
    list.models.find((model) => model.id === wanted) ?? list.models.find((model) => model.id === list.default) ?? list.models[0]
  )
}

/** Fetched once they are wanted: they come with all grammars. */
export function useDialectTitles(wanted = true): readonly { readonly id: string; readonly title: string }[] {
  const [titles, setTitles] = useState<readonly { id: string; title: string }[]>([])
  useEffect(() => {
    if (!wanted) return
    loadCatalog().then(
      ({ catalog }) => setTitles(catalog.map(({ id, title }) => ({ id, title }))),
      // Without their titles, dialects go by their ids.
      () => setTitles([]),
    )
  }, [wanted])
  return titles
}

export function ModelChips({ onLab }: { readonly onLab: () => void }) {
  const [settings, change] = useSettings()
  const [models, again] = useModels('/api/models')
  const [choosesDialect, setChoosesDialect] = useState(false)
  const titles = useDialectTitles(choosesDialect)
  const [examines, setExamines] = useState(false)
  const chosen = chosenModel(models, settings.model)
  useEffect(() => {
    // The request reads the settings: what is shown as chosen must be what is asked.
    const { id: model, contextTokens } = chosen ?? {}
    if (model !== undefined && (settings.model !== model || settings.contextTokens !== contextTokens))
      change({ model, contextTokens })
  }, [chosen, settings.model, settings.contextTokens, change])
  const setDialect = (model: OfferedModel, id: string | undefined) => {
    const { [model.id]: _former, ...others } = settings.dialects
    change({ dialects: id === undefined ? others : { ...others, [model.id]: id } })
  }
  return (
    <>
      <ModelPicker
        models={models}
        chosen={chosen}
        onChoose={(model) => change({ model })}
        onRetry={again}
        onExamine={() => setExamines(true)}
      />
      {chosen && (
        <DialectPicker
          model={chosen}
          chosen={settings.dialects[chosen.id]}
          dialects={titles}
          onOpen={() => setChoosesDialect(true)}
          onChoose={(id) => setDialect(chosen, id)}
          onLab={onLab}
        />
      )}
      {chosen && examines && <ExamineModel model={chosen} onChange={again} onClose={() => setExamines(false)} />}
    </>
  )
}
