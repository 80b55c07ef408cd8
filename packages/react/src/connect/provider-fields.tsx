import { useLateWords } from '../language/late-words.ts'
import { FIELD, SettingRow } from '../settings/setting-row.tsx'
import type { Preset } from './presets.ts'
import { nameOf, type ProviderFields } from './use-provider-draft.ts'

interface FieldsProps {
  readonly preset: Preset
  readonly fields: ProviderFields
  readonly set: (part: Partial<ProviderFields>) => void
}

/** Name, address and key. */
export function MainFields({ preset, fields, set }: FieldsProps) {
  const words = useLateWords()
  return (
    <>
      <SettingRow title={words.connect.name} wide>
        {(id) => (
          <input
            id={id}
            placeholder={nameOf(preset, fields.url)}
            value={fields.label}
            onChange={(event) => set({ label: event.target.value })}
            className={`${FIELD} w-full`}
          />
        )}
      </SettingRow>
      <SettingRow title={words.connect.address} hint={preset.isLocal ? words.connect.addressHint : words.connect.addressAny} wide>
        {(id) => (
          <input
            id={id}
            required
            inputMode="url"
            spellCheck={false}
            placeholder="https://…/v1"
            value={fields.url}
            onChange={(event) => set({ url: event.target.value })}
            className={`${FIELD} w-full font-mono`}
          />
        )}
      </SettingRow>
      <SettingRow title={words.connect.key} hint={words.connect.keyHint} wide>
        {(id) => <KeyField id={id} preset={preset} fields={fields} set={set} />}
      </SettingRow>
    </>
  )
}

function KeyField({ id, preset, fields, set }: FieldsProps & { readonly id: string }) {
  const words = useLateWords()
  const isKept = fields.key === undefined
  const isWanted = preset.key === 'wanted'
  return (
    <>
      <input
        id={id}
        type="password"
        autoComplete="off"
        required={isWanted && !isKept}
        placeholder={isKept ? words.connect.keyKept : isWanted ? '' : words.connect.keyNone}
        value={fields.key ?? ''}
        onChange={(event) => set({ key: event.target.value })}
        className={`${FIELD} w-full font-mono`}
      />
      {preset.keys && (
        <a href={preset.keys} target="_blank" rel="noreferrer" className="mt-1 inline-block text-[13px] text-parley underline">
          {words.connect.keyWhere({ label: preset.label })}
        </a>
      )}
    </>
  )
}

/** For servers that list none, and for people who want a few of many. */
export function ModelNames({ fields, set }: Omit<FieldsProps, 'preset'>) {
  const words = useLateWords()
  return (
    <details className="py-2 text-sm" open={fields.models !== ''}>
      <summary className="parley-summary text-soft">{words.connect.models}</summary>
      <textarea
        rows={3}
        aria-label={words.connect.models}
        spellCheck={false}
        value={fields.models}
        onChange={(event) => set({ models: event.target.value })}
        className={`${FIELD} mt-2 w-full resize-y font-mono`}
      />
      <p className="text-[13px] text-soft">{words.connect.modelsHint}</p>
    </details>
  )
}
