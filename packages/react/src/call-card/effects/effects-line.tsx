import type { Effect, KnownCall } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { Fragment, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { errorSentence } from '../../language/sentences.ts'
import { useWords } from '../../language/words.tsx'
import { useCallCard } from '../call-actions.tsx'
import { knownAfter, knownBefore } from './effect-words.ts'
import { WithPaths } from './with-paths.tsx'

/** What is known before it runs. */
export function EffectsLine({
  effects,
  mentions,
}: {
  readonly effects: readonly Effect[]
  readonly mentions: readonly Effect[]
}) {
  const words = useWords()
  const phrases = knownBefore(effects, mentions, words)
  if (phrases.length === 0) return null
  return (
    <p data-testid="effects-before" className="text-[13px] wrap-anywhere text-soft">
      {phrases.map((phrase, index) => (
        <Fragment key={phrase}>
          {index > 0 && ' · '}
          {/* Chinese may be broken between any two characters: a phrase goes to the next line whole. */}
          <span className="inline-block max-w-full">
            <Characters text={phrase} />
          </span>
        </Fragment>
      ))}
    </p>
  )
}

const RAN = new Set<KnownCall['stage']>(['succeeded', 'failed', 'stopped', 'timed-out', 'review'])
export const changesFiles = ({ kind }: Effect) => kind === 'write-files' || kind === 'delete-files'
const isExact = (effects: readonly Effect[]) => effects.every(({ kind }) => kind !== 'run-code' && kind !== 'unknown')

/** What a call did: what it told, or what it had declared to do where that is exact and it succeeded. */
export function didOf({ record, stage }: KnownCall, effects: readonly Effect[]): readonly Effect[] {
  if (!RAN.has(stage)) return []
  if (record.did) return record.did
  return stage === 'succeeded' && isExact(effects)
    ? effects.filter((effect) => changesFiles(effect) || effect.kind === 'own')
    : []
}

/** The receipt of a finished call, folded or not, with the way back. */
export function ReceiptLine({ call, effects }: { readonly call: KnownCall; readonly effects: readonly Effect[] }) {
  const words = useWords()
  const { restoreFiles } = useCallCard()
  const [outcome, setOutcome] = useState<string | Sentence>()
  const did = didOf(call, effects)
  const known = knownAfter(did, words)
  const text = (call.record.verdict?.rehearsed ? [words.effect.onCopy, ...known] : known).join(' · ')
  if (known.length === 0) return null
  const undo = () => {
    restoreFiles?.(call.record.key).then(
      (note) => setOutcome(note ?? words.call.restored),
      (error: unknown) => setOutcome(errorSentence(error)),
    )
  }
  return (
    <p data-testid="receipt" className="px-3.5 pb-2 text-[13px] wrap-anywhere text-soft">
      <WithPaths text={text} effects={did} />
      {restoreFiles && did.some(changesFiles) && (
        <>
          {' · '}
          <button type="button" onClick={undo} className="rounded text-parley underline underline-offset-2">
            {words.action.undo}
          </button>
        </>
      )}
      {outcome !== undefined && (
        <span role="status" className="block text-xs">
          {words.said(outcome)}
        </span>
      )}
    </p>
  )
}
