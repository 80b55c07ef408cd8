import { Bot, ChevronDown, FlaskConical, Unplug } from 'lucide-react'
import type { Ref } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import type { OfferedModel } from './model-list.ts'
import type { Models } from './use-models.ts'

interface ModelPickerProps {
  readonly models: Models
  readonly chosen: OfferedModel | undefined
  /** The conversation's own model, where nobody offers it at the moment. */
  readonly missing: string | undefined
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onRetry: () => void
  readonly onConnect: () => void
  readonly button: Ref<HTMLButtonElement>
}

/** Which model answers, and the way to all others. A demonstration says so wherever its name stands. */
export function ModelPicker({ models, chosen, missing, isOpen, onOpen, onRetry, onConnect, button }: ModelPickerProps) {
  const words = useWords()
  if (models.kind === 'loading') return <span className="px-2 text-[13px] text-faint">{words.model.loading}</span>
  if (models.kind === 'unreachable')
    return (
      <>
        <Button tone="danger" onClick={onRetry}>
          {words.model.unreachable}
        </Button>
        <Problem text={words.fault.offline} />
      </>
    )
  if (models.list.models.length === 0)
    return (
      <>
        <Button tone="danger" onClick={onConnect}>
          {words.model.connect}
        </Button>
        <Problem text={words.model.none} />
      </>
    )
  const Icon = missing !== undefined ? Unplug : chosen?.demo ? FlaskConical : Bot
  return (
    <Button
      ref={button}
      tone="quiet"
      data-testid="model-picker"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
      title={missing === undefined ? words.model.choose : words.model.away({ model: missing })}
      className={missing === undefined ? '' : 'text-bad'}
    >
      <span className="sr-only">
        {words.model.label}
        {words.punctuation.colon}
      </span>
      <Icon aria-hidden="true" className="size-4" />
      <span className="max-w-40 truncate">
        {chosen?.demo ? words.model.demo : (chosen?.label ?? missing ?? words.model.choose)}
      </span>
      {missing !== undefined && <span className="sr-only">, {words.model.away({ model: missing })}</span>}
      <ChevronDown aria-hidden="true" className="size-3.5" />
    </Button>
  )
}

export function DemoMark() {
  const words = useWords()
  return (
    <span className="rounded bg-wait-wash px-1.5 py-0.5 text-[11px] font-medium whitespace-nowrap text-wait">
      {words.model.demo}
    </span>
  )
}
