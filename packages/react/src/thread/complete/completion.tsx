import { useEffect, useRef, useState } from 'react'
import type { PaletteDoors } from '../../palette/commands.ts'
import type { StudioServices } from '../../studio/studio-services.ts'
import { CommandChoices } from './command-choices.tsx'
import { FileChoices } from './file-choices.tsx'
import type { Trigger } from './trigger.ts'
import { REPLACED, useTrigger } from './use-trigger.ts'

export interface OfferProps {
  readonly field: HTMLTextAreaElement
  readonly trigger: Trigger
  readonly insert: (text: string) => void
  readonly onClose: () => void
}

interface CompletionProps {
  readonly services: StudioServices
  readonly threadId: string
  readonly doors: PaletteDoors
}

/** Offers files behind `@`, and prompts and commands behind `/`, in the field that it stands above. */
export default function Completion(props: CompletionProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [field, setField] = useState<HTMLTextAreaElement>()
  useEffect(() => setField(place.current?.closest('form')?.querySelector('textarea') ?? undefined), [])
  return (
    <>
      <span ref={place} hidden />
      {field && <Offer field={field} {...props} />}
    </>
  )
}

function Offer({ field, services, threadId, doors }: CompletionProps & { readonly field: HTMLTextAreaElement }) {
  const [trigger, dismiss] = useTrigger(field)
  if (!trigger) return null
  /** Puts words in place of the sign and what stands behind it, as if they had been typed. */
  const insert = (text: string) => {
    field.setRangeText(text, trigger.start, field.selectionEnd, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: REPLACED }))
  }
  const offered = { field, trigger, insert, onClose: dismiss }
  return trigger.sign === '@' ? (
    <FileChoices {...offered} files={services.filesOf(threadId)} areas={services.areas} />
  ) : (
    <CommandChoices {...offered} doors={doors} />
  )
}
