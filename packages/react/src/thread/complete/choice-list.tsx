import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useLateWords } from '../../language/late-words.ts'

export interface Choice {
  readonly id: string
  readonly label: string
  /** A second, quieter line. */
  readonly hint?: string
  readonly detail?: ReactNode
  readonly icon: LucideIcon
  readonly choose: () => void
}

interface Choices {
  readonly heading: string
  readonly choices: readonly Choice[]
}

interface ChoiceListProps {
  readonly field: HTMLTextAreaElement
  readonly label: string
  /** What was written: with other words the first choice is the active one again. */
  readonly query: string
  readonly groups: readonly Choices[]
  readonly onClose: () => void
}

/** Choices above the field that is written in. The focus stays there, and its keys move in here. */
export function ChoiceList({ field, label, query, groups, onClose }: ChoiceListProps) {
  const words = useLateWords()
  const id = useId()
  const all = groups.flatMap(({ choices }) => choices)
  const [moved, setMoved] = useState({ query, at: 0 })
  const at = moved.query === query ? Math.min(moved.at, all.length - 1) : 0
  const active = all[at]
  const moveTo = (next: number) => setMoved({ query, at: (next + all.length) % all.length })
  useListKeys(field, {
    ArrowDown: () => moveTo(at + 1),
    ArrowUp: () => moveTo(at - 1),
    Enter: () => active?.choose(),
    Tab: () => active?.choose(),
    Escape: onClose,
  })
  useSaidBy(field, id, `${id}-${at}`)
  return (
    <>
      <p role="status" className="sr-only">
        {words.complete.found({ count: all.length })}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        data-testid="completion"
        className="mb-1 max-h-[min(15rem,30dvh)] overflow-y-auto overscroll-contain border-b border-line pb-1 in-[:has(>[data-dock])]:max-h-24"
      >
        {groups.map(({ heading, choices }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={heading} role="group" aria-labelledby={`${id}-group-${index}`}>
            <div id={`${id}-group-${index}`} role="presentation" className="px-2.5 pt-1 pb-0.5 text-xs font-medium text-soft">
              {heading}
            </div>
            {choices.map((choice) => (
              <Option key={choice.id} id={`${id}-${all.indexOf(choice)}`} choice={choice} isActive={choice === active} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

function Option({ id, choice, isActive }: { readonly id: string; readonly choice: Choice; readonly isActive: boolean }) {
  const { label, hint, detail, icon: Icon, choose } = choice
  const drawn = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) drawn.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and its keys choose
    <div
      ref={drawn}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // A press does not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1 text-sm select-none hover:bg-well aria-selected:bg-parley-wash pointer-coarse:min-h-11"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Characters text={label} />
        </span>
        {hint !== undefined && (
          <span className="block truncate text-xs text-faint">
            <Characters text={hint} />
          </span>
        )}
      </span>
      {detail}
    </div>
  )
}

/** On the window: whatever else listens for Escape in the field, as what stops the answer, hears it on the document, which is later. */
function useListKeys(field: HTMLTextAreaElement, keys: Readonly<Record<string, () => void>>): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.target !== field || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down was pressed once, unless it moves.
    if (!event.repeat || event.key.startsWith('Arrow')) act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** The field is a textarea, which may not be called a combobox: it stays a text field that has a list. */
function useSaidBy(field: HTMLTextAreaElement, listId: string, activeId: string): void {
  useEffect(() => {
    const said = { 'aria-haspopup': 'listbox', 'aria-autocomplete': 'list', 'aria-controls': listId }
    for (const [name, value] of Object.entries(said)) field.setAttribute(name, value)
    return () => {
      for (const name of [...Object.keys(said), 'aria-activedescendant']) field.removeAttribute(name)
    }
  }, [field, listId])
  useEffect(() => {
    field.setAttribute('aria-activedescendant', activeId)
  }, [field, activeId])
}
