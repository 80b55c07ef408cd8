import type { GrantOffer, KnownCall } from '@parley/browser'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useWords, type Words } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { Menu } from '../parts/menu.tsx'

interface AllowMenuProps {
  readonly call: KnownCall
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onAllow: (offer?: GrantOffer) => void
  readonly disabled: boolean
}

/** What a grant would cover, in words. */
function offerLabel(offer: Pick<GrantOffer, 'tool' | 'scope' | 'lifetime'>, words: Words): string {
  const { action } = words
  if (offer.lifetime === 'always') return action.allowAlways(offer.tool)
  if (offer.scope.kind === 'call') return action.allowCallInThread
  if (offer.scope.kind === 'path') return action.allowPathInThread(offer.tool, offer.scope.pattern)
  return action.allowToolInThread(offer.tool)
}

/** The stored pattern, exactly. */
export const scopeText = ({ tool, scope }: Pick<GrantOffer, 'tool' | 'scope'>): string =>
  scope.kind === 'tool'
    ? `${tool}(*)`
    : scope.kind === 'path'
      ? `${tool}(${scope.pattern})`
      : `${tool}#${scope.hash.slice(0, 12)}`

/** A pattern that matches every path says no more than the tool itself, which is offered too. */
const isNarrow = ({ scope }: GrantOffer) => scope.kind !== 'path' || scope.pattern !== '/**'

export function AllowMenu({ call, open, onOpenChange, onAllow, disabled }: AllowMenuProps) {
  const words = useWords()
  const [asking, setAsking] = useState<GrantOffer>()
  const offers = call.record.verdict?.kind === 'ask' ? call.record.verdict.offers.filter(isNarrow) : []
  if (offers.length === 0) return null
  return (
    <>
      <Menu
        label={words.action.allow}
        open={open && !disabled}
        onOpenChange={onOpenChange}
        trigger={
          <Button data-action="allow" tone="quiet" disabled={disabled}>
            {words.action.allow}
            <ChevronDown aria-hidden="true" className="size-3.5" />
            <KeyHint keys="A" />
          </Button>
        }
        choices={[
          { id: 'once', label: words.action.allowOnce, onSelect: () => onAllow() },
          ...offers.map((offer, index) => ({
            id: `offer-${index}`,
            label: offerLabel(offer, words),
            onSelect: () => (offer.lifetime === 'always' ? setAsking(offer) : onAllow(offer)),
          })),
        ]}
      />
      <Dialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={words.action.allowAlwaysTitle(asking?.tool ?? '')}
        description={words.action.allowAlwaysText}
      >
        <code className="mb-4 block rounded-lg bg-well px-3 py-2 text-[13px]">{asking && scopeText(asking)}</code>
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
