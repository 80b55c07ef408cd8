import { CircleCheck, LoaderCircle } from 'lucide-react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Preset } from './presets.ts'
import type { KnownProvider } from './provider-client.ts'
import { MainFields, ModelNames } from './provider-fields.tsx'
import { type SavedProvider, useProviderDraft } from './use-provider-draft.ts'

interface ProviderFormProps {
  readonly preset: Preset
  /** The one that is changed. Absent: a new one. */
  readonly former?: KnownProvider
  readonly onSaved: (provider: SavedProvider) => void
  readonly onBack: () => void
}

/** Where a model is and how one is let in, tried before it is saved. */
export function ProviderForm({ preset, former, onSaved, onBack }: ProviderFormProps) {
  const words = useLateWords()
  const { fields, set, found, problem, busy, test, save } = useProviderDraft(preset, former, onSaved)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="flex min-h-0 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        <MainFields preset={preset} fields={fields} set={set} />
        <ModelNames fields={fields} set={set} />
        <div role="status" data-testid="tried" className="text-[13px]">
          {found && <Found models={found} />}
        </div>
        <Problem text={problem} />
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button onClick={onBack} className="mr-auto">
          {words.connect.back}
        </Button>
        <Button onClick={() => void test()} disabled={busy !== undefined || fields.url.trim() === ''}>
          {busy === 'test' && <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />}
          {words.connect.test}
        </Button>
        <Button type="submit" tone="primary" disabled={busy !== undefined}>
          {words.connect.save}
        </Button>
      </div>
    </form>
  )
}

const SHOWN = 6

function Found({ models }: { readonly models: readonly string[] }) {
  const words = useLateWords()
  return (
    <p className="flex gap-2 rounded-lg bg-good-wash px-3 py-2 text-good">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {models.length === 0 ? words.connect.foundNone : words.connect.found({ count: models.length })}
        {words.punctuation.gap}
        <span translate="no" className="font-mono">
          {models.slice(0, SHOWN).join(', ')}
        </span>
        {models.length > SHOWN && ' …'}
      </span>
    </p>
  )
}
