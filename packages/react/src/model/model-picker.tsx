import { Bot, ChevronDown, FlaskConical, Stethoscope } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'
import { Problem } from '../parts/problem.tsx'
import type { OfferedModel } from './model-list.ts'
import { labelSentence } from './model-list.ts'
import type { Models } from './use-models.ts'

interface ModelPickerProps {
  readonly models: Models
  readonly chosen: OfferedModel | undefined
  readonly onChoose: (id: string) => void
  readonly onRetry: () => void
  /** The chosen model is to be examined. */
  readonly onExamine: () => void
}

/** Which model answers. A demonstration says so wherever its name stands. */
export function ModelPicker({ models, chosen, onChoose, onRetry, onExamine }: ModelPickerProps) {
  const words = useWords()
  if (models.kind === 'unreachable' || (models.kind === 'known' && models.list.models.length === 0))
    return (
      <>
        <Button tone="danger" onClick={onRetry}>
          {words.model.unreachable}
        </Button>
        <Problem text={models.kind === 'known' ? words.model.none : words.fault.offline} />
      </>
    )
  if (models.kind === 'loading') return <span className="px-2 text-[13px] text-faint">{words.model.loading}</span>
  return (
    <Menu
      label={words.model.choose}
      side="top"
      trigger={
        <Button tone="quiet" data-testid="model-picker">
          <span className="sr-only">{words.model.label}: </span>
          {chosen?.demo ? <FlaskConical aria-hidden="true" className="size-4" /> : <Bot aria-hidden="true" className="size-4" />}
          <span className="max-w-40 truncate">{chosen?.demo ? words.model.demo : (chosen?.label ?? words.model.choose)}</span>
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </Button>
      }
      choices={[
        ...models.list.models.map((model) => ({
          id: model.id,
          checked: model.id === chosen?.id,
          label: (
            <>
              {words.said(labelSentence(model))} {model.demo && !model.words && <DemoMark />}
            </>
          ),
          hint: model.demo ? words.model.demoText : model.provider,
          onSelect: () => onChoose(model.id),
        })),
        ...(chosen && !chosen.demo
          ? [
              {
                id: 'examine',
                label: words.model.examineThis,
                hint: chosen.label,
                icon: <Stethoscope aria-hidden="true" className="size-4" />,
                onSelect: onExamine,
              },
            ]
          : []),
      ]}
    />
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
