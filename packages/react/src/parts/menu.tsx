import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useCallback, useState } from 'react'
import { Quoted } from './quoted.tsx'

export interface MenuChoice {
  readonly id: string
  readonly label: ReactNode
  readonly hint?: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  readonly trigger: ReactNode
  readonly choices: readonly MenuChoice[]
  readonly label: string
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'end'
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

const PLACES = '[role="dialog"], main, aside, header'

export function Menu({ trigger, choices, label, side = 'bottom', align = 'start', ...control }: MenuProps) {
  // Inside the landmark or the dialog of its button: outside of both, a screen reader would not find it.
  const [place, setPlace] = useState<HTMLElement>()
  const find = useCallback((button: HTMLElement | null) => setPlace(button?.closest<HTMLElement>(PLACES) ?? undefined), [])
  return (
    <DropdownMenu.Root modal={false} {...control}>
      <DropdownMenu.Trigger asChild ref={find}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal {...(place && { container: place })}>
        {/* No box of its own: in a row with gaps, everything beside it would move. */}
        <div data-parley="" className="contents">
          <DropdownMenu.Content
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            aria-label={label}
            className="parley-opens z-50 max-h-[min(26rem,var(--radix-dropdown-menu-content-available-height))] w-max max-w-[min(22rem,calc(100vw-16px))] min-w-48 overflow-y-auto rounded-xl border border-line bg-sheet p-1 text-sm text-ink shadow-lg shadow-black/10"
          >
            {choices.map((choice) => (
              <Choice key={choice.id} choice={choice} />
            ))}
          </DropdownMenu.Content>
        </div>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const ITEM =
  'flex min-h-9 select-none items-start gap-2.5 rounded-lg px-2.5 py-1.5 outline-none data-[highlighted]:bg-well data-[disabled]:opacity-45 pointer-coarse:py-3'

function Choice({ choice }: { readonly choice: MenuChoice }) {
  const body = (
    <>
      {choice.icon && <span className="mt-[3px] shrink-0 text-faint [&_svg]:size-4">{choice.icon}</span>}
      <span className="min-w-0">
        <span className="block break-words">{choice.label}</span>
        {choice.hint && (
          <span className="block text-xs leading-snug text-faint">
            <Quoted text={choice.hint} />
          </span>
        )}
      </span>
    </>
  )
  if (choice.checked === undefined)
    return (
      <DropdownMenu.Item
        onSelect={choice.onSelect}
        disabled={choice.disabled ?? false}
        className={`${ITEM} ${choice.danger ? 'text-bad' : ''}`}
      >
        {body}
      </DropdownMenu.Item>
    )
  return (
    <DropdownMenu.CheckboxItem
      checked={choice.checked}
      onSelect={choice.onSelect}
      disabled={choice.disabled ?? false}
      className={`${ITEM} data-[state=checked]:bg-parley-wash`}
    >
      {body}
    </DropdownMenu.CheckboxItem>
  )
}
