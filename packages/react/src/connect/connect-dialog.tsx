import type { Sentence } from '@parley/dialects'
import { Pencil, Plug, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { otherPreset, PRESETS, type Preset, presetOf } from './presets.ts'
import { fetchProviders, type KnownProvider, type Providers, removeProvider } from './provider-client.ts'
import { ProviderForm } from './provider-form.tsx'
import type { SavedProvider } from './use-provider-draft.ts'

interface ConnectDialogProps {
  /** Begins with this one. Absent: with the choice. */
  readonly about?: string
  /** Which models there are may have changed. */
  readonly onChange: () => void
  /** One was saved: its models can be chosen now. */
  readonly onSaved: (provider: SavedProvider) => void
  readonly onClose: () => void
}

interface Editing {
  readonly preset: Preset
  readonly former?: KnownProvider
}

/** Where models are connected: whom one knows, and who else there is. */
export default function ConnectDialog({ about, onChange, onSaved, onClose }: ConnectDialogProps) {
  const words = useLateWords()
  const [editing, setEditing] = useState<Editing>()
  const edit = useCallback(
    (former: KnownProvider) => setEditing({ preset: presetOf(former) ?? otherPreset(former.label), former }),
    [],
  )
  const begin = useCallback(
    ({ providers }: Providers) => {
      const wanted = providers.find(({ id, isOwn }) => isOwn && id === about)
      if (wanted) edit(wanted)
    },
    [about, edit],
  )
  const { known, problem, remove } = useProviders(begin, onChange)
  const named = editing?.former?.label ?? (editing?.preset.isAnybody ? undefined : editing?.preset.label)
  const title = named === undefined ? words.connect.title : words.connect.to({ label: named })
  return (
    <Dialog open onClose={onClose} title={title} {...(!editing && { description: words.connect.intro })}>
      <Problem text={known?.reason ?? problem} />
      {editing && (
        <ProviderForm
          key={editing.former?.id ?? editing.preset.id}
          {...editing}
          onSaved={onSaved}
          onBack={() => setEditing(undefined)}
        />
      )}
      {!editing && known && !known.reason && (
        <div className="min-h-0 space-y-4 overflow-y-auto">
          {known.providers.length > 0 && <Connected providers={known.providers} onEdit={edit} onRemove={remove} />}
          <Presets onChoose={(preset) => setEditing({ preset })} />
        </div>
      )}
    </Dialog>
  )
}

/** Whom the server knows. `onFirst`: they are there for the first time. */
function useProviders(onFirst: (providers: Providers) => void, onChange: () => void) {
  const [known, setKnown] = useState<Providers>()
  const [problem, setProblem] = useState<Sentence>()
  const fail = useCallback((error: unknown) => setProblem(errorSentence(error)), [])
  useEffect(() => {
    const begin = async () => {
      const found = await fetchProviders()
      setKnown(found)
      onFirst(found)
    }
    begin().catch(fail)
  }, [onFirst, fail])
  const leave = async ({ id }: KnownProvider) => {
    await removeProvider(id)
    onChange()
    setKnown(await fetchProviders())
  }
  return { known, problem, remove: (provider: KnownProvider) => void leave(provider).catch(fail) }
}

function Presets({ onChoose }: { readonly onChoose: (preset: Preset) => void }) {
  const words = useLateWords()
  const groups = [
    { title: words.connect.here, presets: PRESETS.filter(({ isLocal }) => isLocal) },
    { title: words.connect.away, presets: [...PRESETS.filter(({ isLocal }) => !isLocal), otherPreset(words.connect.other)] },
  ]
  return groups.map(({ title, presets }) => (
    <section key={title}>
      <h3 className="mb-1.5 text-[13px] font-medium text-soft">{title}</h3>
      {/* Four stand in one row, six in two: nobody stands alone. */}
      <div className={`grid grid-cols-2 gap-2 ${presets.length % 3 === 0 ? 'sm:grid-cols-3' : 'sm:grid-cols-4'}`}>
        {presets.map((preset) => (
          <Button
            key={preset.id}
            translate={preset.isAnybody ? 'yes' : 'no'}
            onClick={() => onChoose(preset)}
            className="min-h-10 px-1! whitespace-nowrap"
          >
            {preset.label}
          </Button>
        ))}
      </div>
    </section>
  ))
}

interface ConnectedProps {
  readonly providers: readonly KnownProvider[]
  readonly onEdit: (provider: KnownProvider) => void
  readonly onRemove: (provider: KnownProvider) => void
}

function Connected({ providers, onEdit, onRemove }: ConnectedProps) {
  const words = useLateWords()
  return (
    <section>
      <h3 className="mb-1.5 text-[13px] font-medium text-soft">{words.connect.connected}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {providers.map((provider) => (
          <li key={provider.id} className="flex items-center gap-2 px-3 py-1.5">
            <Plug aria-hidden="true" className="size-4 shrink-0 text-faint" />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm">{provider.label}</span>
              <span translate="no" className="block truncate font-mono text-xs text-faint">
                {provider.url}
              </span>
            </span>
            {provider.isOwn ? (
              <>
                <IconButton label={words.connect.edit({ label: provider.label })} onClick={() => onEdit(provider)}>
                  <Pencil className="size-4" />
                </IconButton>
                <IconButton label={words.connect.remove({ label: provider.label })} onClick={() => onRemove(provider)}>
                  <Trash2 className="size-4" />
                </IconButton>
              </>
            ) : (
              <span className="text-xs text-faint">{words.connect.given}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
