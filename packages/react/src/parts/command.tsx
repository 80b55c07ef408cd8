import { Command } from 'cmdk'
import { Check, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Quoted } from './quoted.tsx'
import { rankOf } from './rank-of.ts'

interface CommandListProps {
  readonly label: string
  /** What is highlighted at first. Absent: the first. */
  readonly first?: string
  readonly empty: string
  /** Told of Backspace where nothing is written. */
  readonly onBack?: () => void
  readonly children: ReactNode
}

/** A list that is searched while it is looked at. Fetched with whatever shows one. */
export function CommandList({ label, first, empty, onBack, children }: CommandListProps) {
  return (
    <Command
      label={label}
      loop
      filter={rankOf}
      {...(first !== undefined && { defaultValue: first })}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <Command.Input
          autoFocus
          placeholder={label}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && event.currentTarget.value === '') onBack?.()
          }}
          className="min-h-10 min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-faint pointer-coarse:min-h-11"
        />
      </div>
      <Command.List label={label} className="min-h-0 flex-1 overflow-y-auto p-1 has-[.sticky]:scroll-pb-40">
        <Command.Empty className="px-2.5 py-3 text-[13px] text-soft">{empty}</Command.Empty>
        {children}
      </Command.List>
    </Command>
  )
}

interface CommandChoiceProps {
  /** What tells it from all others, and is searched with the words. */
  readonly id: string
  readonly label: ReactNode
  readonly words?: readonly string[]
  readonly hint?: string
  readonly icon?: ReactNode
  readonly detail?: ReactNode
  readonly checked?: boolean
  /** It is there whatever is searched for. */
  readonly always?: boolean
  readonly onSelect: () => void
}

export function CommandChoice({
  id,
  label,
  words = [],
  hint,
  icon,
  detail,
  checked = false,
  always,
  onSelect,
}: CommandChoiceProps) {
  return (
    <Command.Item
      value={id}
      keywords={[...words]}
      forceMount={always ?? false}
      onSelect={onSelect}
      data-checked={checked || undefined}
      {...(checked && { 'aria-current': true })}
      className="flex min-h-9 cursor-default items-start gap-2.5 rounded-lg px-2.5 py-1.5 text-sm select-none data-checked:bg-parley-wash data-[selected=true]:bg-well pointer-coarse:py-3"
    >
      {icon && <span className="mt-[3px] shrink-0 text-faint [&_svg]:size-4">{icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="block break-words">{label}</span>
        {hint !== undefined && (
          <span className="block text-xs leading-snug text-faint">
            <Quoted text={hint} />
          </span>
        )}
      </span>
      {detail && <span className="flex min-h-5 shrink-0 items-center">{detail}</span>}
      {checked && <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-parley" />}
    </Command.Item>
  )
}

interface CommandGroupProps {
  readonly heading?: ReactNode
  /** It stays in sight while the rest is scrolled. */
  readonly pinned?: boolean
  readonly children: ReactNode
}

export function CommandGroup({ heading, pinned = false, children }: CommandGroupProps) {
  return (
    <Command.Group
      {...(heading !== undefined && { heading })}
      forceMount={pinned}
      className={`[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-soft ${pinned ? 'sticky -bottom-1 -mx-1 mt-1 border-t border-line bg-sheet p-1' : ''}`}
    >
      {children}
    </Command.Group>
  )
}

/** A list of options may hold no separator. */
export const CommandLine = () => <div role="presentation" className="my-1 h-px bg-line" />
