import type { Sentence } from '@parley/dialects'
import { useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import type { Preset } from './presets.ts'
import { type KnownProvider, type ProviderDraft, saveProvider, tryProvider } from './provider-client.ts'

export interface ProviderFields {
  readonly label: string
  readonly url: string
  /** Undefined: untouched, so that a kept one stays. */
  readonly key: string | undefined
  readonly models: string
}

export interface SavedProvider {
  readonly id: string
  /** It was not connected before. */
  readonly isNew: boolean
}

interface Outcome {
  /** The models that a test has found. */
  readonly found?: readonly string[]
  readonly problem?: Sentence
}

const namesIn = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** What it is called where nobody gave it a name. */
export const nameOf = ({ isAnybody, label }: Preset, url: string): string =>
  isAnybody ? (URL.parse(url.trim())?.host ?? '') : label

/** What the form holds, and what came of trying it. */
export function useProviderDraft(preset: Preset, former: KnownProvider | undefined, onSaved: (provider: SavedProvider) => void) {
  const [fields, setFields] = useState<ProviderFields>({
    label: former?.label ?? (preset.isAnybody ? '' : preset.label),
    url: former?.url ?? preset.url,
    key: former?.hasKey ? undefined : '',
    models: former?.models.join('\n') ?? '',
  })
  const [outcome, setOutcome] = useState<Outcome>({})
  const [busy, setBusy] = useState<'test' | 'save'>()
  const draft: ProviderDraft = {
    ...(former && { id: former.id }),
    kind: former?.kind ?? preset.kind,
    label: fields.label.trim() || nameOf(preset, fields.url),
    url: fields.url.trim(),
    ...(fields.key !== undefined && { key: fields.key.trim() }),
    models: namesIn(fields.models),
  }
  const attempt = async (what: 'test' | 'save', action: () => Promise<Outcome>) => {
    setBusy(what)
    setOutcome({})
    setOutcome(await action().catch((error: unknown) => ({ problem: errorSentence(error) })))
    setBusy(undefined)
  }
  return {
    fields,
    ...outcome,
    busy,
    set(part: Partial<ProviderFields>) {
      setFields((before) => ({ ...before, ...part }))
      setOutcome({})
    },
    test: () =>
      attempt('test', async () => {
        const tried = await tryProvider(draft)
        if (!tried.ok) return { problem: tried.problem }
        setFields((before) => ({ ...before, url: tried.url }))
        return { found: tried.models }
      }),
    save: () =>
      attempt('save', async () => {
        const { id } = await saveProvider(draft)
        onSaved({ id, isNew: !former })
        return {}
      }),
  }
}
