import type { Grant, Mode, RuleNote, ThreadStorage } from '@parley/browser'
import { useCallback } from 'react'
import { scopeText } from '../call-card/effects/effect-words.ts'
import { useGrants } from '../call-card/effects/use-grants.ts'
import { useLateWords } from '../language/late-words.ts'
import { useLanguage } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { Choice, LinesField, SettingRow } from './setting-row.tsx'
import { useSettings } from './use-settings.tsx'

const MODES: readonly Mode[] = ['ask', 'auto-read', 'plan']

interface RulesPageProps {
  readonly storage: ThreadStorage
  /** The rule somebody came to see. */
  readonly note: RuleNote | undefined
}

export function RulesPage({ storage, note }: RulesPageProps) {
  const words = useLateWords()
  const [settings, change] = useSettings()
  const grants = useGrants(storage.grants)
  return (
    <>
      <SettingRow title={words.settings.defaultMode}>
        {(id) => (
          <Choice
            id={id}
            value={settings.defaultMode}
            choices={MODES.map((value) => ({ value, title: words.mode[value] }))}
            onChange={(defaultMode) => change({ defaultMode })}
          />
        )}
      </SettingRow>
      <SettingRow title={words.settings.locks} hint={words.settings.locksHint} wide>
        {(id) => <LinesField id={id} lines={settings.locks} onChange={(locks) => change({ locks })} />}
      </SettingRow>
      <section className="pt-3">
        <h3 className="text-sm font-medium">{words.settings.grants}</h3>
        {grants.length === 0 && <p className="text-[13px] text-soft">{words.settings.noGrants}</p>}
        <ul className="divide-y divide-line">
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} onRevoke={() => void storage.grants.revoke(grant.id)} />
          ))}
        </ul>
      </section>
      <HouseRules note={note} />
    </>
  )
}

/** Every rule by its sentence, those of the page's maker when one of them decided. */
function HouseRules({ note }: { readonly note: RuleNote | undefined }) {
  const words = useLateWords()
  const known = Object.entries(words.rules)
  const isOther = note && !Object.hasOwn(words.rules, note.rule)
  const rules = isOther ? [...known, [note.rule, words.said(note.reason)] as const] : known
  const show = useCallback((row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' }), [])
  return (
    <section className="pt-3">
      <h3 className="text-sm font-medium">{words.settings.houseRules}</h3>
      <p className="text-[13px] text-soft">{words.settings.houseRulesHint}</p>
      <ul className="mt-1 text-[13px]">
        {rules.map(([id, sentence]) => (
          <li
            key={id}
            ref={id === note?.rule ? show : undefined}
            aria-current={id === note?.rule || undefined}
            className="rounded-lg px-2 py-1 aria-[current]:bg-parley-wash aria-[current]:font-medium"
          >
            {sentence}
            {id === note?.rule && (
              <span className="text-soft"> · {words.call.ruleSetBy({ author: words.author[note.author] })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function GrantRow({ grant, onRevoke }: { readonly grant: Grant; readonly onRevoke: () => void }) {
  const words = useLateWords()
  const language = useLanguage()
  const when =
    grant.lastUsedAt === undefined
      ? undefined
      : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(grant.lastUsedAt)
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <span className="min-w-0 flex-1 basis-52">
        <code className="block text-[13px] break-all">{scopeText(grant)}</code>
        <span className="block text-xs text-faint">
          {grant.threadId === undefined ? words.settings.grantAlways : words.settings.grantThread} ·{' '}
          {words.settings.grantUses({ count: grant.uses })} ·{' '}
          {when === undefined ? words.settings.neverUsed : words.settings.lastUsed({ when })}
        </span>
      </span>
      <Button tone="danger" onClick={onRevoke}>
        <Named
          shown={words.settings.revoke}
          spoken={words.action.full({ verb: words.settings.revoke, sentence: scopeText(grant) })}
        />
      </Button>
    </li>
  )
}
