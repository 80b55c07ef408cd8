import { Eye, Languages, Plug, Stethoscope, Unplug } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { CommandChoice, CommandGroup, CommandList } from '../parts/command.tsx'
import { Popover } from '../parts/popover.tsx'
import { useDialectTitles } from '../studio/use-dialect-titles.ts'
import { DialectChoices, useSpeech } from './dialect-choices.tsx'
import { labelSentence, type ModelList, type OfferedModel, type OfferedProvider } from './model-list.ts'
import { DemoMark } from './model-picker.tsx'
import { PAGE } from './page-shelf.tsx'

interface ModelMenuProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly list: ModelList
  readonly chosen: OfferedModel | undefined
  /** Whose models are pointed at first. Absent: the chosen one is. */
  readonly pointAt?: string
  /** How the chosen one is spoken to. Absent: as the server would. */
  readonly dialect: string | undefined
  readonly onChoose: (id: string) => void
  readonly onDialect: (id: string | undefined) => void
  /** Opens the lab of dialects. */
  readonly onLab: () => void
  readonly onExamine: () => void
  /** Of one that does not answer, or of none in particular. */
  readonly onConnect: (provider?: string) => void
  readonly onClose: () => void
}

/** Every model there is, by who has it; how the chosen one is spoken to; and the way to further ones. */
export default function ModelMenu({ anchor, onClose, ...props }: ModelMenuProps) {
  const words = useLateWords()
  const [view, setView] = useState<'models' | 'dialects'>('models')
  const titles = useDialectTitles()
  const { chosen, dialect, onDialect, onLab } = props
  return (
    <Popover anchor={anchor} label={words.model.choose} onClose={onClose}>
      {view === 'dialects' && chosen ? (
        <DialectChoices
          model={chosen}
          chosen={dialect}
          dialects={titles}
          onChoose={(id) => {
            onDialect(id)
            onClose()
          }}
          onLab={onLab}
          onBack={() => setView('models')}
        />
      ) : (
        <Models {...props} titles={titles} onSpeech={() => setView('dialects')} />
      )}
    </Popover>
  )
}

interface ModelsProps extends Omit<ModelMenuProps, 'anchor' | 'onClose'> {
  readonly titles: ReturnType<typeof useDialectTitles>
  readonly onSpeech: () => void
}

function Models({ list, chosen, pointAt, dialect, titles, onChoose, onSpeech, onExamine, onConnect }: ModelsProps) {
  const words = useLateWords()
  const speech = useSpeech(chosen, dialect, titles)
  const first = list.models.find(({ providerId }) => providerId === pointAt) ?? chosen
  return (
    <CommandList label={words.picker.search} empty={words.picker.nothing} {...(first && { first: first.id })}>
      {list.providers.map((provider) => (
        <OfProvider key={provider.id} provider={provider} list={list} chosen={chosen} onChoose={onChoose} onConnect={onConnect} />
      ))}
      <CommandGroup pinned>
        {speech && (
          <CommandChoice
            id=" speech"
            always
            icon={<Languages aria-hidden="true" />}
            label={<span data-testid="speech">{speech.label}</span>}
            hint={speech.reason}
            onSelect={onSpeech}
          />
        )}
        {chosen && !chosen.demo && chosen.providerId !== PAGE && (
          <CommandChoice
            id=" examine"
            always
            icon={<Stethoscope aria-hidden="true" />}
            label={words.model.examineThis}
            hint={chosen.label}
            onSelect={onExamine}
          />
        )}
        <CommandChoice
          id=" connect"
          always
          icon={<Plug aria-hidden="true" />}
          label={words.model.connect}
          onSelect={() => onConnect()}
        />
      </CommandGroup>
    </CommandList>
  )
}

interface OfProviderProps extends Pick<ModelMenuProps, 'list' | 'chosen' | 'onChoose' | 'onConnect'> {
  readonly provider: OfferedProvider
}

function OfProvider({ provider, list, chosen, onChoose, onConnect }: OfProviderProps) {
  const words = useLateWords()
  const models = list.models.filter(({ providerId }) => providerId === provider.id)
  const problem = list.problems.find((one) => one.provider === provider.id)
  // Who answers and has nothing is no choice.
  if (provider.isUp && models.length === 0) return null
  const isBuiltIn = models.length > 0 && models.every(({ demo }) => demo)
  return (
    <CommandGroup heading={<Heading name={isBuiltIn ? words.picker.builtIn : provider.label} isUp={provider.isUp} />}>
      {models.map((model) => (
        <CommandChoice
          key={model.id}
          id={model.id}
          words={[model.label, provider.label]}
          checked={model.id === chosen?.id}
          label={
            <>
              {words.said(labelSentence(model))} {model.demo && !model.words && <DemoMark />}
            </>
          }
          {...(model.demo && { hint: words.model.demoText })}
          detail={<Abilities model={model} />}
          onSelect={() => onChoose(model.id)}
        />
      ))}
      {!provider.isUp && (
        <CommandChoice
          id={` down ${provider.id}`}
          words={[provider.label]}
          icon={<Unplug aria-hidden="true" />}
          label={words.picker.lookAt}
          {...(problem && { hint: words.said(problem) })}
          onSelect={() => onConnect(provider.id)}
        />
      )}
    </CommandGroup>
  )
}

function Heading({ name, isUp }: { readonly name: string; readonly isUp: boolean }) {
  const words = useLateWords()
  return (
    <span className={`flex items-center gap-1.5 ${isUp ? '' : 'text-bad'}`}>
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${isUp ? 'bg-good' : 'border border-bad'}`} />
      <span className="min-w-0 truncate">{name}</span>
      <span className={isUp ? 'sr-only' : 'font-normal'}>{isUp ? words.picker.up : words.picker.down}</span>
    </span>
  )
}

/** What is known of it, and nothing where nobody said. */
function Abilities({ model }: { readonly model: OfferedModel }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const { contextTokens, sees } = model
  if (contextTokens === undefined && !sees) return null
  const tokens = (notation: 'compact' | 'standard') => new Intl.NumberFormat(tag, { notation }).format(contextTokens ?? 0)
  return (
    <span className="flex shrink-0 items-center gap-1.5 pt-0.5 text-xs text-faint">
      {contextTokens !== undefined && (
        <span title={words.picker.context({ tokens: tokens('standard') })}>
          <span aria-hidden="true">{tokens('compact')}</span>
          <span className="sr-only">{words.picker.context({ tokens: tokens('standard') })}</span>
        </span>
      )}
      {sees && (
        <span title={words.picker.sees}>
          <Eye aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{words.picker.sees}</span>
        </span>
      )}
    </span>
  )
}
