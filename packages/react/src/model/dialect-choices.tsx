import { ArrowLeft, FileSearch } from 'lucide-react'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { CommandChoice, CommandGroup, CommandLine, CommandList } from '../parts/command.tsx'
import type { OfferedModel } from './model-list.ts'

interface Titled {
  readonly id: string
  readonly title: string
}

const NATIVE = 'native'
const AUTO = 'auto'

/** What a way of speaking to this model is called. */
function useTitles(model: OfferedModel | undefined, dialects: readonly Titled[]) {
  const words = useLateWords()
  const own =
    model?.own && !dialects.some(({ id }) => id === model.own?.id) ? [{ id: model.own.id, title: words.picker.own }] : []
  const offered = [...own, ...dialects]
  const title = (id: string) => (id === NATIVE ? words.model.native : (offered.find((dialect) => dialect.id === id)?.title ?? id))
  return { offered, title }
}

function speaking(id: string, dialect: string, picker: LateWords['picker']): string {
  if (id === NATIVE) return picker.speaksNative
  return id === AUTO ? picker.speaksAny : picker.speaks({ dialect })
}

/** Reasons are written to stand in a sentence; here one stands alone. */
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** "Speaks Hermes", and why. */
export function useSpeech(model: OfferedModel | undefined, chosen: string | undefined, dialects: readonly Titled[]) {
  const words = useLateWords()
  const { title } = useTitles(model, dialects)
  // The demo of this page is spoken to by nobody else.
  if (!model || model.dialect === '') return undefined
  const id = chosen ?? model.dialect
  return {
    label: speaking(id, title(id), words.picker),
    reason: capital(chosen === undefined ? words.said(model.dialectReason) : words.picker.chosen),
  }
}

interface DialectChoicesProps {
  readonly model: OfferedModel
  /** Absent: the server's choice for this model. */
  readonly chosen: string | undefined
  readonly dialects: readonly Titled[]
  readonly onChoose: (id: string | undefined) => void
  /** Opens the lab of dialects. */
  readonly onLab: () => void
  readonly onBack: () => void
}

/** How the model is spoken to, with the reason for the default. */
export function DialectChoices({ model, chosen, dialects, onChoose, onLab, onBack }: DialectChoicesProps) {
  const words = useLateWords()
  const { offered, title } = useTitles(model, dialects)
  return (
    <CommandList label={words.picker.searchDialect} empty={words.picker.noDialect} first={chosen ?? ' default'} onBack={onBack}>
      <CommandGroup>
        <CommandChoice
          id=" back"
          always
          icon={<ArrowLeft aria-hidden="true" />}
          label={words.picker.back}
          hint={model.label}
          onSelect={onBack}
        />
        <CommandChoice
          id=" default"
          words={[title(model.dialect)]}
          checked={chosen === undefined}
          label={`${words.picker.dialectAuto}${words.punctuation.colon}${title(model.dialect)}`}
          hint={words.picker.why({ reason: words.said(model.dialectReason) })}
          onSelect={() => onChoose(undefined)}
        />
        <CommandChoice
          id=" files"
          words={[words.picker.fromFiles]}
          icon={<FileSearch aria-hidden="true" />}
          label={words.picker.fromFiles}
          hint={words.picker.fromFilesHint}
          onSelect={onLab}
        />
      </CommandGroup>
      <CommandLine />
      <CommandGroup>
        <CommandChoice
          id={NATIVE}
          words={[words.model.native]}
          checked={chosen === NATIVE}
          label={words.model.native}
          onSelect={() => onChoose(NATIVE)}
        />
        {offered.map((dialect) => (
          <CommandChoice
            key={dialect.id}
            id={dialect.id}
            words={[dialect.title]}
            checked={chosen === dialect.id}
            label={dialect.title}
            hint={dialect.id}
            onSelect={() => onChoose(dialect.id)}
          />
        ))}
      </CommandGroup>
    </CommandList>
  )
}
