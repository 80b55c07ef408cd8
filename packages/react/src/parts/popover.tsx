import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

interface PopoverProps {
  /** The button that it belongs to. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

const PLACES = '[role="dialog"], main, aside, header'

/** Opens above its button, with something to write into: a menu would take the letters for itself. */
export function Popover({ anchor, label, onClose, children }: PopoverProps) {
  // Inside the landmark of its button: outside of it, a screen reader would not find it.
  const place = anchor.current?.closest<HTMLElement>(PLACES)
  const giveBack = (event: Event) => {
    event.preventDefault()
    if (document.activeElement === document.body) anchor.current?.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal {...(place && { container: place })}>
        <div data-parley="">
          <Radix.Content
            side="top"
            align="start"
            sideOffset={6}
            collisionPadding={8}
            aria-label={label}
            onCloseAutoFocus={giveBack}
            // The button closes it itself, and would open it again.
            onInteractOutside={(event) =>
              event.target instanceof Node && anchor.current?.contains(event.target) && event.preventDefault()
            }
            className="parley-opens z-50 flex max-h-[min(28rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-16px))] flex-col overflow-hidden rounded-xl border border-line bg-sheet text-ink shadow-lg shadow-black/10 outline-none"
          >
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
