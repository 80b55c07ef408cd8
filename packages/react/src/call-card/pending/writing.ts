import type { KnownCall } from '@parley/browser'
import type { JsonObject } from '@parley/dialects'
import { type RefObject, useEffect, useState } from 'react'

/** What somebody is about to answer a card with: other arguments, the call that was meant, or why not. */
type Writing =
  | { readonly box: 'edit'; readonly input?: JsonObject }
  | { readonly box: 'meant'; readonly name?: string; readonly text?: string }
  | { readonly box: 'reason'; readonly reason?: string }

/** A card goes while another one is looked at, and when its program asks again: what was typed into it waits here. */
const begun = new Map<string, Writing>()

const placeOf = ({ key, record }: KnownCall) => [record.threadId, key, record.hash].join(' ')

export interface Written {
  readonly writing: Writing | undefined
  write(writing: Writing | undefined): void
  /** It is sent: the same call would begin anew. */
  sent(): void
}

export function useWriting(call: KnownCall): Written {
  const place = placeOf(call)
  const [writing, setWriting] = useState(() => begun.get(place))
  return {
    writing,
    write: (next) => {
      if (next) begun.set(place, next)
      else begun.delete(place)
      setWriting(next)
    },
    sent: () => void begun.delete(place),
  }
}

/** Whether nobody is writing anything elsewhere. */
const isFree = (active: Element | null) =>
  active === null || active === document.body || (active instanceof HTMLTextAreaElement && active.value === '')

/** Who opens a box writes in it. One that comes back with its card takes the focus only from where nothing is written. */
export function useBoxFocus(box: RefObject<HTMLElement | null>, isBack: boolean): void {
  const [wasBack] = useState(isBack)
  useEffect(() => {
    if (wasBack && !isFree(document.activeElement)) return
    box.current?.querySelector<HTMLElement>('input, textarea, select, [contenteditable]')?.focus()
  }, [box, wasBack])
}
