import { ChevronDown, Languages } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'
import type { OfferedModel } from './model-list.ts'

interface DialectPickerProps {
  readonly model: OfferedModel
  /** Absent: the server's choice for this model. */
  readonly chosen: string | undefined
  readonly dialects: readonly { readonly id: string; readonly title: string }[]
  readonly onOpen?: () => void
  readonly onChoose: (id: string | undefined) => void
  /** Opens the lab of dialects. */
  readonly onLab: () => void
}

const NATIVE = 'native'

/** How the model is spoken to, with the reason for the default. */
export function DialectPicker({ model, chosen, dialects, onOpen, onChoose, onLab }: DialectPickerProps) {
  const words = useWords()
  const own = model.own && !dialects.some(({ id }) => id === model.own?.id) ? [{ id: model.own.id, title: words.model.own }] : []
  const offered = [...own, ...dialects]
  const title = (id: string) => (id === NATIVE ? words.model.native : (offered.find((dialect) => dialect.id === id)?.title ?? id))
  return (
    <Menu
      label={words.model.dialect}
      side="top"
      onOpenChange={(open) => open && onOpen?.()}
      trigger={
        <Button tone="quiet" data-testid="dialect-picker">
          <span className="sr-only">{words.model.dialect}: </span>
          <Languages aria-hidden="true" className="size-4" />
          <span translate="no" className="max-w-32 truncate max-sm:sr-only">
            {chosen ?? model.dialect}
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </Button>
      }
      choices={[
        {
          id: '',
          checked: chosen === undefined,
          label: `${words.model.dialectAuto}: ${title(model.dialect)}`,
          hint: words.model.why({ reason: words.said(model.dialectReason) }),
          onSelect: () => onChoose(undefined),
        },
        { id: ' lab', label: words.model.fromFiles, hint: words.model.fromFilesHint, onSelect: onLab },
        { id: NATIVE, checked: chosen === NATIVE, label: words.model.native, onSelect: () => onChoose(NATIVE) },
        ...offered.map((dialect) => ({
          id: dialect.id,
          checked: chosen === dialect.id,
          label: dialect.title,
          hint: dialect.id,
          onSelect: () => onChoose(dialect.id),
        })),
      ]}
    />
  )
}
