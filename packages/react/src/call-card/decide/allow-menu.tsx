import type { GrantOffer, KnownCall } from '@parley/browser'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useWords, type Words } from '../../language/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { KeyHint } from '../../parts/key-hint.tsx'
import { reachWords, scopeText } from '../effects/effect-words.ts'
import { useToolTitle } from '../effects/tool-face.tsx'
import { DecisionButton, DecisionMenu } from '../pending/approve-button.tsx'

interface AllowMenuProps {
  readonly call: KnownCall
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onAllow: (offer?: GrantOffer) => void
  readonly disabled: boolean
}

/** What a grant would cover, in words. */
function offerLabel({ scope, lifetime }: GrantOffer, title: string, words: Words): string {
  const { action } = words
  if (scope.kind === 'call') return action.allowCallInThread
  if (lifetime === 'program') return action.allowInProgram({ tool: title })
  return lifetime === 'always' ? action.allowAlways({ tool: title }) : action.allowInThread({ tool: title })
}

export function AllowMenu({ call, open, onOpenChange, onAllow, disabled }: AllowMenuProps) {
  const words = useWords()
  const title = useToolTitle(call.record.call.name)
  const [asking, setAsking] = useState<GrantOffer>()
  const offers = call.record.verdict?.kind === 'ask' ? call.record.verdict.offers : []
  if (offers.length === 0) return null
  return (
    <>
      <DecisionMenu
        label={words.action.allow}
        open={open && !disabled}
        onOpenChange={onOpenChange}
        trigger={
          // On a phone it would take a row of its own, which the rest of the call needs until it was read.
          <DecisionButton data-action="allow" tone="quiet" disabled={disabled} className="max-sm:disabled:hidden">
            {words.action.allow}
            <ChevronDown aria-hidden="true" className="size-3.5 max-sm:hidden" />
            <KeyHint keys="A" />
          </DecisionButton>
        }
        choices={[
          { id: 'once', label: words.action.allowOnce, onSelect: () => onAllow() },
          ...offers.map((offer, index) => ({
            id: `offer-${index}`,
            label: offerLabel(offer, title, words),
            ...(offer.scope.kind === 'effects' && { hint: reachWords(offer.scope, words) }),
            onSelect: () => (offer.lifetime === 'always' ? setAsking(offer) : onAllow(offer)),
          })),
        ]}
      />
      <Dialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={words.action.allowAlwaysTitle({ tool: title })}
        description={words.action.allowAlwaysText}
      >
        <p className="mb-2 text-sm">{asking && reachWords(asking.scope, words)}</p>
        <code className="mb-4 block rounded-lg bg-well px-3 py-2 text-[13px] wrap-anywhere">{asking && scopeText(asking)}</code>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setAsking(undefined)}>{words.action.cancel}</Button>
          <Button
            tone="primary"
            onClick={() => {
              onAllow(asking)
              setAsking(undefined)
            }}
          >
            {words.action.allowAlwaysConfirm}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
